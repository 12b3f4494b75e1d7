// What choose is asked, and what it comes to before it is answered and recorded.
import type { ChooseInput } from '@attune/contract';
import type { Caller, Client } from '../../../context.ts';
import type { PassedOver } from '../../../passed-over.ts';
import type { Decided } from './answer.ts';
import type { Gathered } from './gather.ts';
import type { RecommendationResults } from './recommending.ts';

/** A request as it is decided. */
export interface ChooseCall {
  readonly caller: Caller;
  readonly client: Client;
  readonly body: ChooseInput;
  /** What of the body was passed over when it was read; what else is is added. */
  readonly passedOver: PassedOver[];
  readonly traceId: string;
  /** Are cookies called as in the original API family? */
  readonly isOriginal: boolean;
}

/** A request that is decided. */
export interface Chosen {
  readonly gathered: Gathered;
  readonly decided: readonly Decided[];
  /** Of the decisions, in their order. */
  readonly ids: readonly string[];
  readonly results: RecommendationResults | undefined;
}
