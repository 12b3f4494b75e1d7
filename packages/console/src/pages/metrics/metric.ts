// A metric as it is listed.
import type { Answer } from '../../api/endpoints.ts';

export type Metric = Answer<'listMetrics'>['items'][number];
