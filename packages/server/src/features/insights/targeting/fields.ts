// What a condition can ask about on a site, with the values that its users really have.
import { setImmediate } from 'node:timers/promises';
import type { AudienceFieldOutput } from '@attune/contract';
import {
  chooseProperties,
  formatPath,
  type Profile,
  parsePath,
  signalOfCell,
  signals,
} from '@attune/core';
import type { Caches } from '../../../caches.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectObjects } from '../../configuration/versioned-objects/index.ts';
import { builtInFields } from '../../experiences/audiences/index.ts';
import { rankBasis } from '../../people/profiles/index.ts';
import { attributeFields, pageAttributeFields, requestFactFields } from './attribute-fields.ts';
import { feedValues } from './feed-values.ts';
import { answerOnce, type Sample, type Samples } from './sample.ts';

const usersRead = 1_000;
const atOnce = 50;
const mostValues = 20;
/** With those of feeds. */
const mostWithFeed = 100;
const eventsTold = 100;
const audiencesTold = 500;
/** Different values of one property that are counted; a sample is no place for all skus. */
const valuesCounted = 5_000;

/** Users by what they have: how many, and by value. */
interface Seen {
  users: number;
  readonly values: Map<string, number>;
}

export type FieldSources = Pick<Caches, 'pageAttributes' | 'requestFacts' | 'feedCache'>;

/** Lists what a condition can ask about. What was seen is of a sample, a minute old at most. */
export async function listFields(
  ctx: Context,
  samples: Samples,
  { pageAttributes, requestFacts, feedCache }: FieldSources,
  snapshot: SiteSnapshot,
): Promise<AudienceFieldOutput[]> {
  const sample = await samples(snapshot.site.id);
  const name = JSON.stringify(['fields', snapshot.site.revision]);
  const seen = await answerOnce(sample, name, () => seenFields(ctx, snapshot, sample));
  const ofPages = pageAttributeFields(pageAttributes, snapshot.site.id);
  const fields = withFeedValues(feedCache, snapshot, seen);
  const common = withFacts(builtIn(), requestFactFields(requestFacts, snapshot.site.id));
  return [...common, ...ofPages, ...fields, ...(await audienceFields(ctx, snapshot))];
}

/** What items have stands behind what users were seen to have; also of a site without users yet. */
function withFeedValues(
  feedCache: Pick<Caches['feedCache'], 'get'>,
  snapshot: SiteSnapshot,
  seen: readonly AudienceFieldOutput[],
): AudienceFieldOutput[] {
  const { properties = [] } = chooseProperties(snapshot.site.settings.affinity, snapshot.feeds);
  const unseen = properties.filter(
    (property) =>
      !seen.some(({ path }) => path === formatPath(['affinity', property, '*', 'rank'])),
  );
  const fields = [...seen, ...unseen.flatMap((property) => affinityFields(property, [], 0))];
  const more = new Map(
    properties.map((property) => [property, feedValues(feedCache, snapshot, property)]),
  );
  return fields.map((field) => {
    const property = field.source === 'affinity' ? propertyOf(field.path) : undefined;
    const has = new Set(field.values.map(({ value }) => value));
    const others = (more.get(property ?? '') ?? []).filter((value) => !has.has(value));
    const values = [...field.values, ...others.map((value) => ({ value, share: null }))];
    return { ...field, values: values.slice(0, Math.max(mostWithFeed, field.values.length)) };
  });
}

const propertyOf = (path: string) => parsePath(path).at(-3);

function builtIn(): AudienceFieldOutput[] {
  return builtInFields.map(({ values = [], path, type, description }) => ({
    ...{ path, type, description, source: 'built-in', share: null },
    values: values.map((value) => ({ value, share: null })),
  }));
}

/** Fields that every site has, with what requests had of them; a parameter by its name as well. */
function withFacts(
  fields: readonly AudienceFieldOutput[],
  facts: readonly AudienceFieldOutput[],
): AudienceFieldOutput[] {
  const known = fields.map((field) => {
    const seen = facts.find(({ path }) => path === field.path)?.values ?? [];
    const others = field.values.filter(({ value }) => !seen.some((one) => one.value === value));
    return { ...field, values: [...seen, ...others] };
  });
  return [...known, ...facts.filter(({ path }) => !fields.some((one) => one.path === path))];
}

async function seenFields(
  ctx: Context,
  snapshot: SiteSnapshot,
  { users }: Sample,
): Promise<AudienceFieldOutput[]> {
  const basis = rankBasis(snapshot, ctx.now());
  const byPath = new Map<string, Seen>();
  const looked = users.slice(0, usersRead);
  for (const [at, { profile }] of looked.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate();
    for (const property of profile.properties(basis)) {
      note(
        byPath,
        ['affinity', property],
        profile.rank(basis, property).map((one) => one.value),
      );
    }
    noteActivity(byPath, profile.decode(), (id) => snapshot.campaignsById.get(id)?.selector);
  }
  const told = [...byPath].map(([key, seen]) => ({ names: JSON.parse(key) as string[], seen }));
  const most = told.sort((a, b) => b.seen.users - a.seen.users);
  const events = most.filter(({ names }) => names[1] === 'event').slice(0, eventsTold);
  const others = most.filter(({ names }) => names[1] !== 'event');
  const seen = [...others, ...events].flatMap(({ names, seen: of }) =>
    shown(names, of, looked.length),
  );
  return [...seen, ...attributeFields(looked)];
}

function noteActivity(
  byPath: Map<string, Seen>,
  { activity, properties }: Profile,
  selectorOf: (campaignId: number) => string | undefined,
): void {
  for (const kind of activity.get('kind')?.values.keys() ?? [])
    note(byPath, ['activity', kind], []);
  for (const name of activity.get('event')?.values.keys() ?? []) {
    note(byPath, ['activity', 'event', name], []);
  }
  for (const did of ['exposure', 'click'] as const) {
    const ids = [...(activity.get(did)?.values.keys() ?? [])];
    const selectors = ids.flatMap((id) => selectorOf(Number(id)) ?? []);
    if (selectors.length > 0) note(byPath, ['activity', 'campaign', did], selectors);
  }
  for (const [property, { values }] of properties) {
    const bySignal = new Map<number, string[]>();
    for (const [value, counts] of values) {
      for (const signal of new Set([...counts.keys()].map(signalOfCell))) {
        const those = bySignal.get(signal);
        if (those) those.push(value);
        else bySignal.set(signal, [value]);
      }
    }
    for (const [signal, those] of bySignal) {
      note(byPath, ['activity', signals[signal]!, property], those);
    }
  }
}

function note(byPath: Map<string, Seen>, names: readonly string[], values: readonly string[]) {
  const key = JSON.stringify(names);
  const seen = byPath.get(key) ?? { users: 0, values: new Map() };
  byPath.set(key, seen);
  seen.users += 1;
  for (const value of values) {
    const users = seen.values.get(value) ?? 0;
    if (users > 0 || seen.values.size < valuesCounted) seen.values.set(value, users + 1);
  }
}

function shown(
  names: readonly string[],
  { users, values }: Seen,
  looked: number,
): AudienceFieldOutput[] {
  const most = [...values].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const told = most
    .slice(0, mostValues)
    .map(([value, having]) => ({ value, share: having / looked }));
  const field = (path: string, source: AudienceFieldOutput['source'], description: string) => ({
    ...{ path, source, description, type: 'number' as const },
    ...{ values: told, share: users / looked },
  });
  const [root, first = '', second = ''] = names;
  const path = formatPath(names);
  if (root === 'affinity') return affinityFields(first, told, users / looked);
  const days = 'in the last 30d (1d to 366d)';
  if (first === 'event') return [field(`${path}.*`, 'event', `Events "${second}" ${days}`)];
  if (first === 'campaign') {
    const done = second === 'click' ? 'clicked' : 'was shown';
    const about = `How often the user ${done} the campaign of a placement ${days}`;
    return [field(`activity.${second}.*.*`, 'activity', about)];
  }
  if (names.length === 2) return [field(`${path}.*`, 'activity', `Events of this kind ${days}`)];
  return [field(`${path}.*.*`, 'activity', `How often ${first} of a value of ${second} ${days}`)];
}

function affinityFields(
  property: string,
  told: AudienceFieldOutput['values'],
  share: number,
): AudienceFieldOutput[] {
  const words = `of a value of ${property} among what the user likes`;
  const now = `of a value of ${property} in this visit`;
  const field = (root: readonly string[], of: string, description: string, isVisit: boolean) => ({
    path: formatPath([...root, property, '*', of]),
    ...{ source: 'affinity' as const, type: 'number' as const, description },
    values: isVisit ? told.map(({ value }) => ({ value, share: null })) : told,
    share: isVisit ? null : share,
  });
  const visit = ['session', 'affinity'];
  return [
    field(['affinity'], 'rank', `The rank ${words}, 1 the highest`, false),
    field(['affinity'], 'score', `The score ${words}`, false),
    field(visit, 'rank', `The rank ${now}, 1 the highest`, true),
    field(visit, 'score', `The score ${now}`, true),
  ];
}

async function audienceFields(
  ctx: Context,
  { site }: SiteSnapshot,
): Promise<AudienceFieldOutput[]> {
  const page = { after: 0, limit: audiencesTold };
  const audiences = await selectObjects(ctx.db, site.id, 'audience', page);
  const values = audiences.map(({ id, name }) => ({ value: id, label: name, share: null }));
  const description = 'Another audience, or a list';
  return [
    { path: '$audience', type: 'number', source: 'audience', description, values, share: null },
  ];
}
