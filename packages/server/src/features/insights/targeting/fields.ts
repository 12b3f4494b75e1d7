// What a condition can ask about on a site, with the values that its users really have.
import { setImmediate } from 'node:timers/promises';
import type { AudienceFieldOutput } from '@attune/contract';
import { formatPath, type Profile, signalOfCell, signals } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { selectObjects } from '../../configuration/versioned-objects/index.ts';
import type { PageAttributes } from '../../events/page-attributes/index.ts';
import { builtInFields } from '../../experiences/audiences/index.ts';
import { rankBasis } from '../../people/profiles/index.ts';
import { attributeFields, pageAttributeFields } from './attribute-fields.ts';
import { answerOnce, type Sample, type Samples } from './sample.ts';

const usersRead = 1_000;
const atOnce = 50;
const mostValues = 20;
const eventsTold = 100;
const audiencesTold = 500;
/** Different values of one property that are counted; a sample is no place for all skus. */
const valuesCounted = 5_000;

/** Users by what they have: how many, and by value. */
interface Seen {
  users: number;
  readonly values: Map<string, number>;
}

/** Lists what a condition can ask about. What was seen is of a sample, a minute old at most. */
export async function listFields(
  ctx: Context,
  samples: Samples,
  pageAttributes: PageAttributes,
  snapshot: SiteSnapshot,
): Promise<AudienceFieldOutput[]> {
  const sample = await samples(snapshot.site.id);
  const name = JSON.stringify(['fields', snapshot.site.revision]);
  const seen = await answerOnce(sample, name, () => seenFields(ctx, snapshot, sample));
  const ofPages = pageAttributeFields(pageAttributes, snapshot.site.id);
  return [...builtIn(), ...ofPages, ...seen, ...(await audienceFields(ctx, snapshot))];
}

function builtIn(): AudienceFieldOutput[] {
  return builtInFields.map(({ values = [], path, type, description }) => ({
    ...{ path, type, description, source: 'built-in', share: null },
    values: values.map((value) => ({ value, share: null })),
  }));
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
    noteActivity(byPath, profile.decode());
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

function noteActivity(byPath: Map<string, Seen>, { activity, properties }: Profile): void {
  for (const kind of activity.get('kind')?.values.keys() ?? [])
    note(byPath, ['activity', kind], []);
  for (const name of activity.get('event')?.values.keys() ?? []) {
    note(byPath, ['activity', 'event', name], []);
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
  if (root === 'affinity') {
    const words = `of a value of ${first} among what the user likes`;
    const visit = formatPath(['session', 'affinity', first]);
    const now = `of a value of ${first} in this visit`;
    const ofVisit = (name: string, description: string) => ({
      ...field(`${visit}.*.${name}`, 'affinity', description),
      values: told.map(({ value }) => ({ value, share: null })),
      share: null,
    });
    return [
      field(`${path}.*.rank`, 'affinity', `The rank ${words}, 1 the highest`),
      field(`${path}.*.score`, 'affinity', `The score ${words}`),
      ofVisit('rank', `The rank ${now}, 1 the highest`),
      ofVisit('score', `The score ${now}`),
    ];
  }
  const days = 'in the last 30d (1d to 366d)';
  if (first === 'event') return [field(`${path}.*`, 'event', `Events "${second}" ${days}`)];
  if (names.length === 2) return [field(`${path}.*`, 'activity', `Events of this kind ${days}`)];
  return [field(`${path}.*.*`, 'activity', `How often ${first} of a value of ${second} ${days}`)];
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
