// A teammate as the dialogs need them.
import type { Answer } from '../../api/endpoints.ts';

export type Teammate = Answer<'listTeammates'>['teammates'][number];

/** Of a person who has not accepted it yet. */
export type Invitation = Answer<'listTeammates'>['invitations'][number];
