// Caches users: their identity and what they did, for as long as that is true.
import { byteCache } from '@attune/byte-cache';
import { type Identifier, identifierKey } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import type { DatabaseTarget } from '../../../db/connection.ts';
import {
  type AttributeEntries,
  type Attributes,
  attributesOf,
  editsOf,
  noEntries,
  selectAttributes,
} from '../attributes/index.ts';
import { generatePersonId, selectLinks, selectPersons } from '../identity/index.ts';
import { selectLists } from '../lists/index.ts';
import { CachedProfile, selectStates } from '../profiles/index.ts';
import { readThrough } from './records.ts';
import { noLists, nothing, profileOf, type Row, rowPacking } from './rows.ts';
import { listenToChanges, nameHash } from './store.ts';

/** The user that a request names: a device, verified names of a person, or both. */
export interface IdentityObservation {
  readonly device: string | undefined;
  readonly identifiers: readonly Identifier[];
}

export interface CachedUser {
  /** The person; undefined for a device without one. */
  readonly personId: string | undefined;
  /** What campaigns draw by; undefined where the request names no one. */
  readonly unit: string | undefined;
  /** Has the person ever been seen? */
  readonly isSeen: boolean;
  /** Of the person, or of the device; undefined where nothing is known. */
  readonly profile: CachedProfile | undefined;
  /** Ids of the lists that the user is on, by any of their names, user ids and devices. */
  readonly lists: readonly number[];
  /** The attributes that the site has set. */
  readonly userAttributes: Attributes;
  /** Is this what was last read, because the database did not answer? */
  readonly isStale: boolean;
}

export interface UserCache {
  /**
   * Finds the user that a request names; without waiting where that is cached. Where the database
   * is needed and does not answer, or not within so many milliseconds, uses what was last read, and
   * rejects where nothing was.
   */
  readonly find: (
    site: SiteSnapshot['site'],
    observed: IdentityObservation,
    withinMs?: number,
  ) => CachedUser | Promise<CachedUser>;
  /** Resolves when this node knows of all changes that are committed now. */
  readonly catchUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

type Requested =
  | { readonly siteId: number; readonly id: string }
  | ({ readonly siteId: number } & Identifier);

/** Of no site. */
const nobody: readonly Requested[] = [
  { siteId: 0, id: '0' },
  { siteId: 0, type: '', value: '' },
];

/** Starts caching users. The cache takes about `ctx.config.profileMemoryBytes`. */
export async function openUserCache(
  ctx: Pick<Context, 'config' | 'db' | 'log'>,
  target: DatabaseTarget,
): Promise<UserCache> {
  const cache = byteCache(ctx.config.profileMemoryBytes, rowPacking);
  const records = readThrough<Requested, Row>(cache, (requested) => loadRows(ctx, requested));
  const changes = await listenToChanges({
    target,
    db: ctx.db,
    log: ctx.log,
    onChange: (siteId, changed) => {
      for (const one of changed) records.forget(`${siteId} ${one}`);
    },
    onGap: records.forgetAll,
  });

  async function read(
    site: SiteSnapshot['site'],
    observed: IdentityObservation,
    firstMissing: ReadonlyMap<string, Requested>,
    withinMs: number,
  ): Promise<CachedUser> {
    // What earlier requests wait for in vain is not waited for again.
    const isSilent = !changes.areFresh() && records.unansweredMs() > withinMs;
    const until = performance.now() + (isSilent ? 0 : withinMs);
    const local = new Map<string, Row>();
    const get = (key: string) =>
      local.get(key) ?? (changes.areFresh() ? records.cached(key) : undefined);
    for (let missing = firstMissing; ; ) {
      const rows = await inTime(records.read(missing), until).catch((error) => {
        const found = resolve(site, observed, (key) => local.get(key) ?? records.cached(key));
        if (found instanceof Map) throw error;
        // Another request's read may have succeeded meanwhile.
        return { ...found, isStale: !changes.areFresh() };
      });
      if (!(rows instanceof Map)) return rows;
      for (const [key, row] of rows) local.set(key, row);
      const found = resolve(site, observed, get);
      if (!(found instanceof Map)) return found;
      missing = found;
    }
  }

  // The first visitor waits neither for connections nor for statements to be planned. A node may
  // begin without its database.
  await loadRows(ctx, nobody).catch(() => undefined);
  return {
    find(site, observed, withinMs = Number.POSITIVE_INFINITY) {
      const isFresh = changes.areFresh();
      const found = resolve(site, observed, (key) => (isFresh ? records.cached(key) : undefined));
      return found instanceof Map ? read(site, observed, found, withinMs) : found;
    },
    catchUp: changes.catchUp,
    stop: changes.stop,
  };
}

/** Rejects where the work is not done by then, by `performance.now`. It goes on for all that. */
function inTime<T>(work: Promise<T>, until: number): Promise<T> {
  if (until === Number.POSITIVE_INFINITY) return work;
  const ms = Math.max(0, until - performance.now());
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not within ${Math.round(ms)} ms`)), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The user, as far as rows are there; else the rows that are missing. */
function resolve(
  { id: siteId, salt }: SiteSnapshot['site'],
  { device: deviceId, identifiers }: IdentityObservation,
  get: (key: string) => Row | undefined,
): CachedUser | Map<string, Requested> {
  const missing = new Map<string, Requested>();
  const rowOf = (id: string): Row => {
    const key = `${siteId} ${id}`;
    const row = get(key);
    if (!row) missing.set(key, { siteId, id });
    return row ?? nothing;
  };
  const toldRow = deviceId === undefined ? nothing : rowOf(deviceId);
  const named = identifiers.map((one) => {
    const key = `${siteId} ${nameHash(one)}`;
    const row = get(key);
    if (!row) missing.set(key, { siteId, ...one });
    return row ?? nothing;
  });
  if (missing.size > 0) return missing;
  // Sending a person's id as a device's gives no access to the person.
  const device = toldRow.isPerson ? nothing : toldRow;
  const [main] = identifiers;
  const seen =
    named.find((row) => row.personId !== undefined)?.personId ??
    (main ? undefined : device.presentId);
  const personId = seen ?? (main && generatePersonId(salt, main));
  const person = personId === undefined ? nothing : rowOf(personId);
  const rows = [person, ...person.devices.map(rowOf)];
  // A device without a person brings its past along.
  if (!device.isOwned) rows.push(device);
  if (missing.size > 0) return missing;
  const lists = listsOf([...named, ...rows]);
  const userAttributes = attributesOf(entriesOf([...named, ...rows]));
  const isSeen = seen !== undefined;
  // Who signs in is drawn as their device was before, on each node and with the worker behind.
  const newPersons = device.isOwned ? personId : (deviceId ?? personId);
  const unit = isSeen ? (person.firstDevice ?? seen) : newPersons;
  return { personId, unit, isSeen, profile: sumOf(rows), lists, userAttributes, isStale: false };
}

function listsOf(rows: readonly Row[]): readonly number[] {
  if (rows.every(({ lists }) => lists.length === 0)) return noLists;
  return [...new Set(rows.flatMap(({ lists }) => lists))].sort((a, b) => a - b);
}

/** The entry of a name stands with the name and with its person. */
function entriesOf(rows: readonly Row[]): AttributeEntries {
  if (rows.every(({ entries }) => entries.length === 0)) return noEntries;
  const all = rows.flatMap(({ entries }) => entries);
  return [...new Map(all.map((entry) => [identifierKey(entry.name), entry])).values()];
}

/** The profile of some rows together; a person's is cached with their own row. */
function sumOf(rows: readonly Row[]): CachedProfile | undefined {
  const withProfile = rows.filter(({ profile }) => profile !== undefined);
  const [first] = rows;
  if (withProfile.length < 2 || !first || first === nothing) return withProfile[0]?.profile;
  const cached = first.summed;
  const isSame =
    cached?.rows.length === withProfile.length &&
    withProfile.every((row, at) => row === cached.rows[at]);
  if (isSame) return cached.profile;
  // As texts: the sum may stay for longer than the rows do.
  const states = withProfile.flatMap(({ state }) => (state === undefined ? [] : String(state)));
  const profile = new CachedProfile(states, editsOf(withProfile.flatMap(({ entries }) => entries)));
  first.summed = { rows: withProfile, profile };
  return profile;
}

async function loadRows(
  { db }: Pick<Context, 'db'>,
  requested: readonly Requested[],
): Promise<Map<string, Row>> {
  const users = requested.filter((one) => 'id' in one);
  const names = requested.filter((one) => 'value' in one);
  const [links, states, persons, listed, attributes] = await Promise.all([
    users.length > 0 ? selectLinks(db, users) : [],
    users.length > 0 ? selectStates(db, users) : [],
    names.length > 0 ? selectPersons(db, names) : [],
    selectLists(db, users, names),
    selectAttributes(db, users, names),
  ]);
  const entriesByKey = new Map(
    attributes.map((one) => [`${one.siteId} ${identifierKey(one)}`, one.entries] as const),
  );
  const entriesOfOne = (siteId: number, one: Identifier) =>
    entriesByKey.get(`${siteId} ${identifierKey(one)}`) ?? noEntries;
  const listsByKey = new Map(
    listed.map((one) => [`${one.siteId} ${identifierKey(one)}`, one.lists.map(Number)]),
  );
  const listsOfOne = (siteId: number, one: Identifier) =>
    listsByKey.get(`${siteId} ${identifierKey(one)}`) ?? noLists;
  const rows = new Map<string, Row>();
  const stateOf = new Map(states.map(({ siteId, id, state }) => [`${siteId} ${id}`, state]));
  for (const { siteId, id, ownerId, presentId, isPerson, devices, firstDevice } of links) {
    const key = `${siteId} ${id}`;
    const state = stateOf.get(key) || undefined;
    const lists = listsOfOne(siteId, { type: '', value: id });
    const entries = entriesOfOne(siteId, { type: '', value: id });
    const isUnknown = ownerId === null && !isPerson && devices.length === 0;
    const isEmpty = isUnknown && !state && lists.length === 0 && entries.length === 0;
    const row: Row = {
      ...nothing,
      presentId: presentId ?? undefined,
      isOwned: ownerId !== null,
      isPerson,
      devices,
      firstDevice: firstDevice ?? undefined,
      lists,
      entries,
      state,
      profile: profileOf(state, entries),
    };
    rows.set(key, isEmpty ? nothing : row);
  }
  const personOf = new Map(persons.map((one) => [`${one.siteId} ${identifierKey(one)}`, one]));
  for (const { siteId, ...name } of names) {
    const personId = personOf.get(`${siteId} ${identifierKey(name)}`)?.personId;
    const lists = listsOfOne(siteId, name);
    const entries = entriesOfOne(siteId, name);
    const isEmpty = personId === undefined && lists.length === 0 && entries.length === 0;
    const row = isEmpty ? nothing : { ...nothing, personId, lists, entries };
    rows.set(`${siteId} ${nameHash(name)}`, row);
  }
  return rows;
}
