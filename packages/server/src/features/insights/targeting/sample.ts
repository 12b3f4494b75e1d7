// Some of a site's known users, its own people left out, cached for a minute: what estimates look
// at. They are chosen by chance, and are the same each time and on every node: two pages that
// estimate the same would otherwise differ.
import { createHash } from 'node:crypto';
import { isInternalProfile } from '@attune/core';
import type { Context } from '../../../context.ts';
import { acrossSites } from '../../../tenant-guard.ts';
import {
  type Attributes,
  attributesOf,
  editsOf,
  selectAttributes,
} from '../../people/attributes/index.ts';
import { selectLinks } from '../../people/identity/index.ts';
import { selectLists } from '../../people/lists/index.ts';
import { CachedProfile, selectStates } from '../../people/profiles/index.ts';
import { type SampledRow, selectByChance } from './store.ts';

export interface SampledUser {
  readonly userId: string;
  readonly isKnown: boolean;
  readonly profile: CachedProfile;
  readonly lists: readonly number[];
  readonly userAttributes: Attributes;
}

export interface Sample {
  readonly users: readonly SampledUser[];
  /** How many known users the site has, about; exactly where all are in the sample. */
  readonly population: number;
  readonly isExact: boolean;
  /** What was derived from it already, by question. */
  readonly answers: Map<string, Promise<unknown>>;
}

const mostUsers = 2_000;
const mostBytes = 16 * 1024 * 1024;
const heldMs = 60_000;
const mostSites = 4;
const mostAnswers = 200;
const places = 2 ** 32;
const [firstPlace, lastPlace] = [-(2 ** 31), 2 ** 31 - 1];

export type Samples = (siteId: number) => Promise<Sample>;

/** Where among the hashes of user ids a site's sample begins. */
type PlaceOf = (siteId: number) => number;

const fixedPlace: PlaceOf = (siteId) =>
  createHash('sha256').update(`sample of site ${siteId}`).digest().readInt32BE();

/** Samples of sites, each drawn on demand and cached for a minute. */
export function sampleCache(ctx: Context, placeOf = fixedPlace): Samples {
  const samples = new Map<number, Promise<Sample>>();
  return (siteId) => {
    const cached = samples.get(siteId);
    if (cached) return cached;
    const [oldest] = samples.keys();
    if (samples.size >= mostSites && oldest !== undefined) samples.delete(oldest);
    // It outlives the request, and its statements name their site in lists of pairs.
    const drawn = acrossSites(() => drawSample(ctx, siteId, placeOf(siteId)));
    const forget = () => {
      if (samples.get(siteId) === drawn) samples.delete(siteId);
    };
    samples.set(siteId, drawn);
    drawn.then(() => setTimeout(forget, heldMs).unref(), forget);
    return drawn;
  };
}

/** What was made of a sample before by the same name, or what `make` makes of it now. */
export function answerOnce<T>(
  { answers }: Sample,
  name: string,
  make: () => Promise<T>,
): Promise<T> {
  const cached = answers.get(name) as Promise<T> | undefined;
  if (cached) return cached;
  if (answers.size >= mostAnswers) answers.clear();
  const made = make();
  answers.set(name, made);
  made.catch(() => answers.delete(name));
  return made;
}

async function drawSample({ db }: Context, siteId: number, start: number): Promise<Sample> {
  const after = await usersIn(db, siteId, { from: start, to: lastPlace }, mostUsers);
  const before = { from: firstPlace, to: start - 1 };
  const wrapped = await usersIn(db, siteId, before, mostUsers - after.length);
  const rows = withinBytes([...after, ...wrapped]);
  const isExact = rows.length < mostUsers && rows.length === after.length + wrapped.length;
  const all = await completeUsers(db, siteId, rows);
  const users = all.filter(({ profile }) => !isInternalProfile(profile.decode()));
  const share = users.length / Math.max(1, all.length);
  return {
    users,
    population: isExact ? users.length : Math.round(populationOf(rows, start) * share),
    isExact,
    answers: new Map(),
  };
}

async function usersIn(
  db: Context['db'],
  siteId: number,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
): Promise<SampledRow[]> {
  const found: SampledRow[] = [];
  let place: number | null = from;
  while (place !== null && place <= to && found.length < limit) {
    const rest = { from: place, to };
    const { rows, next } = await selectByChance(db, siteId, rest, limit - found.length);
    found.push(...rows);
    place = next;
  }
  return found;
}

function withinBytes(rows: readonly SampledRow[]): readonly SampledRow[] {
  let bytes = 0;
  const end = rows.findIndex(({ state }) => {
    bytes += state.length;
    return bytes > mostBytes;
  });
  return end === -1 ? rows : rows.slice(0, Math.max(1, end));
}

/** Hashes are spread evenly: as many users as there are between two places, everywhere. */
function populationOf(rows: readonly SampledRow[], start: number): number {
  const last = rows.at(-1)!.place;
  const span = (last - start + places) % places || places;
  return Math.max(rows.length, Math.round((rows.length / span) * places));
}

/** With the profiles and lists of each one's devices, as a decision sums them. */
export async function completeUsers(
  db: Context['db'],
  siteId: number,
  rows: readonly Pick<SampledRow, 'userId' | 'state'>[],
): Promise<SampledUser[]> {
  if (rows.length === 0) return [];
  const users = rows.map(({ userId }) => ({ siteId, id: userId }));
  const links = new Map((await selectLinks(db, users)).map((one) => [one.id, one]));
  const devices = [...links.values()].flatMap((one) => one.devices.map((id) => ({ siteId, id })));
  const stored = devices.length > 0 ? await selectStates(db, devices) : [];
  const states = new Map(stored.map(({ id, state }) => [id, state]));
  const listed = await selectLists(db, [...users, ...devices], []);
  const lists = new Map(listed.map(({ value, lists: ids }) => [value, ids.map(Number)]));
  const attributes = await selectAttributes(db, [...users, ...devices], []);
  const entriesOf = new Map(attributes.map(({ value, entries }) => [value, entries]));
  return rows.map(({ userId, state }) => {
    const own = links.get(userId)?.devices ?? [];
    const texts = [state, ...own.map((id) => states.get(id) ?? '')].filter((text) => text !== '');
    const entries = [userId, ...own].flatMap((id) => entriesOf.get(id) ?? []);
    return {
      userId,
      isKnown: links.get(userId)?.isPerson ?? false,
      profile: new CachedProfile(texts, editsOf(entries)),
      userAttributes: attributesOf(entries),
      lists: [userId, ...own].flatMap((id) => lists.get(id) ?? []),
    };
  });
}
