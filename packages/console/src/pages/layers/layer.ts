// A layer as it is listed.
import type { Answer } from '../../api/endpoints.ts';

export type Layer = Answer<'listLayers'>['items'][number];
