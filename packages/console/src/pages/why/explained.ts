// What is shown of a campaign that was explained.
import type { WhyOutput } from '@attune/contract';

export type Explained = Pick<
  WhyOutput['campaigns'][number],
  'explanation' | 'words' | 'audiences' | 'lostPins'
>;
