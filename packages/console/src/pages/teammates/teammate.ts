// What a teammate is to the dialogs about him.
import type { Answer } from '../../api/endpoints.ts';

export type Teammate = Answer<'listTeammates'>['teammates'][number];
