// The answer of choose as text: what all answers of a variation have in common is written once.
import type { ChoiceOutput, ChooseInput, ChooseOutput } from '@attune/contract';
import {
  type CompiledCampaign,
  type Decision,
  type DecisionInput,
  drawsOf,
  explain,
  type VariationDefinition,
} from '@attune/core';

export interface Decided {
  readonly compiled: CompiledCampaign;
  readonly input: DecisionInput;
  readonly decision: Decision;
}

type Options = NonNullable<ChooseInput['options']>;

/** Writes an answer. `ids` are the decisions', which need no escapes. */
export function answerText(
  options: Options,
  decided: readonly Decided[],
  ids: readonly string[],
  { cookies, warnings }: Pick<ChooseOutput, 'cookies' | 'warnings'>,
): string {
  let choices = '';
  for (const [at, one] of decided.entries()) {
    choices += (at > 0 ? ',' : '') + choiceText(options, one, ids[at]!);
  }
  const end = warnings?.length ? `,"warnings":${JSON.stringify(warnings)}` : '';
  return `{"choices":[${choices}],"cookies":${JSON.stringify(cookies)}${end}}`;
}

/** A choice around the id of its decision. */
type Parts = readonly [before: string, after: string];
type Written = WeakMap<CompiledCampaign, Map<VariationDefinition | 'holdout' | null, Parts>>;

const written: Written = new WeakMap();
const writtenWithMetadata: Written = new WeakMap();
const idName = '"decisionId":"';

function choiceText(options: Options, one: Decided, id: string): string {
  if (options.explain) return JSON.stringify(choiceOf(options, one, id));
  const { compiled, decision } = one;
  if ('also' in decision) return JSON.stringify(choiceOf(options, one, id));
  const all = options.returnAnalyticsMetadata ? writtenWithMetadata : written;
  let ofCampaign = all.get(compiled);
  if (!ofCampaign) {
    ofCampaign = new Map();
    all.set(compiled, ofCampaign);
  }
  // Who is held out is answered like the control group: the page does the same for both.
  const given = decision.reason === 'holdout' ? 'holdout' : decision.variation;
  let parts = ofCampaign.get(given);
  if (!parts) {
    parts = aroundId(JSON.stringify(choiceOf(options, one, '')));
    ofCampaign.set(given, parts);
  }
  return parts[0] + id + parts[1];
}

/** The first such name is the choice's own: what stands before it are texts, with their escapes. */
function aroundId(text: string): Parts {
  const at = text.indexOf(idName) + idName.length;
  return [text.slice(0, at), text.slice(at)];
}

function choiceOf(
  options: Options,
  { compiled, input, decision }: Decided,
  decisionId: string,
): ChoiceOutput {
  const { definition } = compiled;
  const isHeldOut = decision.reason === 'holdout';
  const draws = isHeldOut ? [] : drawsOf(decision);
  return {
    id: definition.id,
    name: definition.selector,
    type: decision.variation || isHeldOut ? 'DECISION' : 'NO_DECISION',
    groups: definition.groups,
    decisionId,
    variations: draws.flatMap(({ variation }) => {
      const { id, payload } = variation;
      if (!payload) return [];
      const { type, data } = payload as { type: string; data: unknown };
      const metadata = options.returnAnalyticsMetadata && {
        analyticsMetadata: {
          campaignId: definition.id,
          campaignName: definition.name,
          experienceId: decision.experience?.id ?? 0,
          experienceName: decision.experience?.name ?? '',
          variationId: id,
          variationName: variation.name,
        },
      };
      return [{ id, payload: { type, data }, ...metadata }];
    }),
    ...(options.explain && { explanation: explain(compiled, input) }),
  };
}
