// An explanation as it is answered: the trace, the same in words, names for what it refers to.
import type { WhyOutput } from '@attune/contract';
import {
  type CompiledCampaign,
  type DecisionInput,
  explain,
  explainInWords,
  type LostPin,
} from '@attune/core';

type Explained = Pick<
  WhyOutput['campaigns'][number],
  'explanation' | 'words' | 'audiences' | 'lostPins'
>;

/** Explains a decision. */
export function explained(
  compiled: CompiledCampaign,
  input: DecisionInput,
  audiences: ReadonlyMap<number, string>,
  lostPins: readonly Omit<LostPin, 'at'>[],
): Explained {
  const explanation = explain(compiled, input);
  const { summary, experiences } = explainInWords(explanation, { audiences });
  return {
    explanation,
    words: { summary, experiences: [...experiences] },
    audiences: Object.fromEntries(audiences),
    lostPins: lostPins.map(({ slot, sku, reason }) => ({ slot, sku, reason })),
  };
}
