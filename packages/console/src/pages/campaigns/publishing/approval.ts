// How the draft of a campaign stands with its approval, as the service answers it.
import type { Answer } from '../../../api/endpoints.ts';

export type Approval = Answer<'readApproval'>;
