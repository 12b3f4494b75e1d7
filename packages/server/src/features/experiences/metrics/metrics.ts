// Metrics: what a test is judged by, those that a site makes and those that every site has.
import type { CampaignInput, Fault, MetricInput, outcomeTypes } from '@attune/contract';
import type { EventKind } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Db } from '../../../db/schema.ts';
import { selectPublications } from '../../configuration/publications/index.ts';
import {
  type ObjectKind,
  readObject,
  selectObjects,
} from '../../configuration/versioned-objects/index.ts';
import { kindDefinitions } from './kinds.ts';
import { type PropertyTest, readWhere } from './where.ts';

/** What the contract lets a metric count, as far as the core knows such events. */
type OutcomeKind = EventKind & ((typeof outcomeTypes)[number] | 'custom');

/** Events that are counted or summed. */
export interface Outcome {
  /** The kind in the log; `custom` for events that are known by their name. */
  readonly kind: OutcomeKind;
  readonly name: string | undefined;
  readonly tests: readonly PropertyTest[];
  /** The property that is summed; undefined: each event is 1. */
  readonly of: string | undefined;
  /** Without what pages claim. */
  readonly isVouchedFor: boolean;
}

/** A metric, complete. */
export interface Metric {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly kind: MetricInput['kind'];
  readonly outcome: Outcome;
  readonly denominator: Outcome | undefined;
  readonly windowHours: number;
  /** A percentile; 100: outcomes count as they are. */
  readonly winsorise: number;
  readonly better: 'higher' | 'lower';
}

/** Most purchases that follow a visit come within three days; longer windows only take longer. */
const defaultWindowHours = 72;
/** Of the users with an outcome: the one buyer in a hundred who could outweigh all the others. */
const defaultWinsorise = 99;

/** What every site has. Ids of objects begin at 1001. */
const builtIns: readonly (MetricInput & { readonly id: number; readonly key: string })[] = [
  { id: 1, key: 'clicks', name: 'Clicks', kind: 'conversion', event: { type: 'click' } },
  { id: 2, key: 'purchases', name: 'Purchases', kind: 'conversion', event: { type: 'purchase' } },
  { id: 3, key: 'revenue', name: 'Revenue', kind: 'revenue', event: { type: 'purchase' } },
  {
    ...{ id: 4, key: 'add-to-cart', name: 'Add to cart' },
    ...{ kind: 'conversion', event: { type: 'add-to-cart' } },
  },
];

const builtInRows = builtIns.map(({ id, key: _key, name, ...rest }) => ({
  ...{ id, version: 1, name, isArchived: false, body: JSON.stringify(accepted({ name, ...rest })) },
}));

export const metricKind: ObjectKind<MetricInput> = {
  kind: 'metric',
  noun: 'metric',
  nameOf: ({ name }) => name,
  builtIn: builtInRows,
  async accept(input) {
    refuseInvalid(faultsOf(input));
    if (builtInRows.some(({ name }) => name === input.name)) {
      throw new ApiError('conflict', `"${input.name}" is a built-in metric; take another name.`);
    }
    return accepted(input);
  },
  async release(tx, siteId, { id }) {
    const users = await campaignsThatUse(tx, siteId, id);
    if (users.length === 0) return;
    const names = users.map((name) => `"${name}"`).join(', ');
    throw new ApiError('conflict', `The metric is used by ${names}.`);
  },
};

/** A metric of a site, by id or by the name of a built-in one. Throws `not_found`. */
export async function findMetric(db: Db, siteId: number, idOrKey: string): Promise<Metric> {
  const builtIn = builtIns.find(({ key }) => idOrKey === key);
  const wanted = builtIn?.id ?? Number(idOrKey);
  const { id, version, body } = await readObject(db, siteId, metricKind, wanted);
  return completed(id, version, JSON.parse(body) as Accepted);
}

/** Is it a metric that every site has? */
export const isBuiltIn = (id: number) => builtIns.some((one) => one.id === id);

type Accepted = MetricInput & Required<Pick<MetricInput, 'windowHours' | 'winsorise' | 'better'>>;

/** An input with what it left out. */
function accepted(input: MetricInput): Accepted {
  const isSum = (input.of ?? kindDefinitions[input.kind].sums) !== undefined;
  return {
    ...input,
    windowHours: input.windowHours ?? defaultWindowHours,
    winsorise: input.winsorise ?? (isSum ? defaultWinsorise : 100),
    better: input.better ?? 'higher',
  };
}

function completed(id: number, version: number, body: Accepted): Metric {
  const { name, kind, event, of, denominator, windowHours, winsorise, better } = body;
  const { serverSideOnly = false } = body;
  const sum = of ?? kindDefinitions[kind].sums;
  return {
    ...{ id, version, name, kind, windowHours, winsorise, better },
    outcome: outcomeOf(event, serverSideOnly, sum),
    denominator: denominator && outcomeOf(denominator.event, serverSideOnly, denominator.of),
  };
}

function outcomeOf(
  { type, name, where = {} }: MetricInput['event'],
  isVouchedFor: boolean,
  of?: string,
): Outcome {
  return { kind: type ?? 'custom', name, tests: readWhere(where, '').tests, of, isVouchedFor };
}

function faultsOf(input: MetricInput): Fault[] {
  const { kind, event, of, denominator, winsorise, serverSideOnly = false } = input;
  const isOfClicks = event.type === 'click' || denominator?.event.type === 'click';
  const { statistic } = kindDefinitions[kind];
  const [isRatio, isRate] = [statistic === 'ratio', statistic === 'rate'];
  return [
    ...validateEvent(event, '/event'),
    ...when('where' in input, '/where', 'belongs into `event`'),
    ...(denominator ? validateEvent(denominator.event, '/denominator/event') : []),
    ...when(isRatio && !denominator, '/denominator', 'is what a ratio needs'),
    ...when(!isRatio && denominator !== undefined, '/denominator', 'is for a ratio alone'),
    ...when(isRate && of !== undefined, '/of', 'sums, and a conversion does not'),
    ...when(serverSideOnly && isOfClicks, '/serverSideOnly', 'is not for clicks'),
    ...when(isRate && (winsorise ?? 100) < 100, '/winsorise', 'does nothing to what is 0 or 1'),
  ];
}

function validateEvent({ type, name, where }: MetricInput['event'], pointer: string): Fault[] {
  return [
    ...when((type === undefined) === (name === undefined), pointer, 'has a type or a name'),
    ...(where ? readWhere(where, `${pointer}/where`).errors : []),
  ];
}

function when(isWrong: boolean, pointer: string, detail: string): Fault[] {
  return isWrong ? [{ pointer, detail }] : [];
}

type Using = Pick<CampaignInput, 'selector' | 'metrics' | 'experiences'>;

/** Selectors of campaigns whose draft, or what is live of them, is judged by a metric. */
async function campaignsThatUse(tx: Db, siteId: number, id: number): Promise<string[]> {
  const drafts = await selectObjects(tx, siteId, 'campaign');
  const bodies = [...drafts, ...(await selectPublications(tx, siteId))].map(
    ({ body }) => JSON.parse(body) as Using,
  );
  const using = bodies.filter(({ metrics = {}, experiences }) =>
    [
      metrics.primary,
      ...(metrics.others ?? []),
      ...(metrics.guardrails ?? []).map(({ metric }) => metric),
      ...experiences.map(({ metric }) => metric),
    ].includes(id),
  );
  return [...new Set(using.map(({ selector }) => selector))];
}
