// The answer of choose as text: what all answers of a variation have in common is written once.
import type { ChoiceOutput, ChooseInput, ChooseOutput } from '@attune/contract';
import {
  type CampaignDefinition,
  type CompiledCampaign,
  type Decision,
  type DecisionInput,
  drawsOf,
  explain,
  type VariationDefinition,
} from '@attune/core';

/** How a choice is called by what its campaign gives. */
const called: Readonly<Record<CampaignDefinition['type'], ChoiceOutput['type']>> = {
  custom: 'DECISION',
  recommendations: 'RECS_DECISION',
  sorting: 'SORTING_DECISION',
};
const payloadTypes = { custom: 'CUSTOM_JSON', recommendations: 'RECS', sorting: 'SORT' } as const;

export interface Decided {
  readonly compiled: CompiledCampaign;
  readonly input: DecisionInput;
  readonly decision: Decision;
}

type Options = NonNullable<ChooseInput['options']>;

/** What stands in place of a payload that is written for each request. */
interface Written {
  /** JSON text; undefined: nothing could be found. */
  readonly dataOf: (one: Decided, id: string) => string | undefined;
  readonly explanationOf: (one: Decided) => object | undefined;
}

/**
 * Writes an answer. `ids` are the decisions', which need no escapes; `gifts` writes what those give
 * that recommend or sort.
 */
export function answerText(
  options: Options,
  decided: readonly Decided[],
  ids: readonly string[],
  { cookies, warnings }: Pick<ChooseOutput, 'cookies' | 'warnings'>,
  gifts?: Written,
): string {
  let choices = '';
  for (let at = 0; at < decided.length; at += 1) {
    choices += (at > 0 ? ',' : '') + choiceText(options, decided[at]!, ids[at]!, gifts);
  }
  const end = warnings?.length ? `,"warnings":${JSON.stringify(warnings)}` : '';
  return `{"choices":[${choices}],"cookies":${JSON.stringify(cookies)}${end}}`;
}

/** A choice around the id of its decision. */
type Parts = readonly [before: string, after: string];
type Kept = WeakMap<CompiledCampaign, Map<VariationDefinition | 'holdout' | null, Parts>>;

const written: Kept = new WeakMap();
const writtenWithMetadata: Kept = new WeakMap();
const idName = '"decisionId":"';

/** The first such member behind the id is the payload's: only numbers stand between them. */
const noData = '"data":null';

function choiceText(options: Options, one: Decided, id: string, gifts?: Written): string {
  const { compiled, decision } = one;
  const isGift = compiled.definition.type !== 'custom' && decision.variation?.payload != null;
  if (options.explain) {
    const explanation = {
      ...explain(compiled, one.input),
      ...(isGift && { recommendation: gifts?.explanationOf(one) }),
    };
    const text = JSON.stringify({ ...choiceOf(options, one, id), explanation });
    return isGift ? withData(text, gifts?.dataOf(one, id)) : text;
  }
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
  const text = parts[0] + id + parts[1];
  return isGift ? withData(text, gifts?.dataOf(one, id)) : text;
}

function withData(text: string, data = '{"slots":[]}'): string {
  const at = text.indexOf(noData, text.indexOf(idName)) + noData.length;
  return `${text.slice(0, at - 'null'.length)}${data}${text.slice(at)}`;
}

/** The first such name is the choice's own: what stands before it are texts, with their escapes. */
function aroundId(text: string): Parts {
  const at = text.indexOf(idName) + idName.length;
  return [text.slice(0, at), text.slice(at)];
}

function choiceOf(
  options: Options,
  { compiled, decision }: Decided,
  decisionId: string,
): ChoiceOutput {
  const { definition } = compiled;
  const isHeldOut = decision.reason === 'holdout';
  const draws = isHeldOut ? [] : drawsOf(decision);
  return {
    id: definition.id,
    name: definition.selector,
    type: decision.variation || isHeldOut ? called[definition.type] : 'NO_DECISION',
    groups: definition.groups,
    decisionId,
    variations: draws.flatMap(({ variation }) => {
      const { id, payload } = variation;
      if (!payload) return [];
      const type = payloadTypes[definition.type];
      const data = type === 'CUSTOM_JSON' ? (payload as { data: unknown }).data : null;
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
  };
}
