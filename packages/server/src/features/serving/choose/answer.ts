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

type ChosenPayload = ChoiceOutput['variations'][number]['payload'];
type Options = NonNullable<ChooseInput['options']>;

/** Writes payloads that differ for each request. */
interface Written {
  /** JSON text; undefined: nothing could be found. */
  readonly dataOf: (one: Decided, id: string) => string | undefined;
  readonly explanationOf: (one: Decided) => object | undefined;
}

/**
 * Writes an answer as JSON text. `ids` are the decisions', which need no escapes, as cookies need
 * none; `gifts` writes what those give that recommend or sort.
 */
export function answerOf(
  options: Options,
  decided: readonly Decided[],
  ids: readonly string[],
  { cookies, warnings }: Pick<ChooseOutput, 'cookies' | 'warnings'>,
  results?: Written,
): string {
  let choices = '';
  for (let at = 0; at < decided.length; at += 1) {
    const one = decided[at]!;
    const id = ids[at]!;
    const parts = isWrittenAnew(options, one) ? undefined : partsOf(options, one);
    const text = parts ? parts.before + id + parts.after : choiceText(options, one, id, results);
    choices += (at > 0 ? ',' : '') + text;
  }
  const end = warnings?.length ? `,"warnings":${JSON.stringify(warnings)}` : '';
  return `{"choices":[${choices}],"cookies":[${cookies.map(cookieText).join(',')}]${end}}`;
}

const cookieText = ({ name, value, maxAge }: ChooseOutput['cookies'][number]) =>
  `{"name":"${name}","value":"${value}","maxAge":"${maxAge}"}`;

/** A choice around the id of its decision. */
interface Parts {
  readonly before: string;
  readonly after: string;
}
/** By the variation; of a choice without one, by its campaign or definition. */
type WrittenParts = WeakMap<VariationDefinition | CompiledCampaign | CampaignDefinition, Parts>;

const written: WrittenParts = new WeakMap();
const writtenWithMetadata: WrittenParts = new WeakMap();
const idName = '"decisionId":"';

/** The first such member behind the id is the payload's: only numbers stand between them. */
const noData = '"data":null';

const isWrittenAnew = (options: Options, one: Decided) =>
  options.explain === true || 'also' in one.decision || isRecommended(one);

const isRecommended = ({ compiled, decision }: Decided) =>
  compiled.definition.type !== 'custom' && decision.variation?.payload != null;

/** A choice that is not like all others of its variation. */
function choiceText(options: Options, one: Decided, id: string, results?: Written): string {
  if (options.explain) {
    const explanation = {
      ...explain(one.compiled, one.input),
      ...(isRecommended(one) && { recommendation: results?.explanationOf(one) }),
    };
    const text = JSON.stringify({ ...choiceOf(options, one, id), explanation });
    return isRecommended(one) ? withData(text, results?.dataOf(one, id)) : text;
  }
  if ('also' in one.decision) return JSON.stringify(choiceOf(options, one, id));
  const { before, after } = partsOf(options, one);
  return withData(before + id + after, results?.dataOf(one, id));
}

function partsOf(options: Options, one: Decided): Parts {
  const { compiled, decision } = one;
  const all = options.returnAnalyticsMetadata ? writtenWithMetadata : written;
  // Held-out users are answered like the control group: the page does the same for both.
  const isHeldOut = decision.reason === 'holdout';
  const given = isHeldOut ? compiled.definition : (decision.variation ?? compiled);
  let parts = all.get(given);
  if (!parts) {
    parts = aroundId(JSON.stringify(choiceOf(options, one, '')));
    all.set(given, parts);
  }
  return parts;
}

function withData(text: string, data = '{"slots":[]}'): string {
  const at = text.indexOf(noData, text.indexOf(idName)) + noData.length;
  return `${text.slice(0, at - 'null'.length)}${data}${text.slice(at)}`;
}

/** The first such name is the choice's own: what stands before it are texts, with their escapes. */
function aroundId(text: string): Parts {
  const at = text.indexOf(idName) + idName.length;
  return { before: text.slice(0, at), after: text.slice(at) };
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
      // The data of recommendations are written where they are made.
      const shown = { type, data } as ChosenPayload;
      return [{ id, payload: shown, ...metadata }];
    }),
  };
}
