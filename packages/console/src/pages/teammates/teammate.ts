// A teammate as the dialogs need them.
import type { Answer } from '../../api/endpoints.ts';

export type Teammate = Answer<'listTeammates'>['teammates'][number];
