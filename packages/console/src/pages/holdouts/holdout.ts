// A holdout as it is listed.
import type { Answer } from '../../api/endpoints.ts';

export type Holdout = Answer<'listHoldouts'>['items'][number];
