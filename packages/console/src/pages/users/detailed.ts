// A person's affinity as it is answered, piece by piece.
import type { Answer } from '../../api/endpoints.ts';

export type Property = Answer<'readUserAffinity'>['properties'][number];
export type Value = Property['values'][number];
