// From cached rows to the user that a request names.
import { type Identifier, identifierKey } from '@attune/core';
import type { SiteSnapshot } from '../../../context.ts';
import {
  type AttributeEntries,
  type Attributes,
  attributesOf,
  editsOf,
  noEntries,
} from '../attributes/index.ts';
import { generatePersonId } from '../identity/index.ts';
import { CachedProfile } from '../profiles/index.ts';
import type { Requested } from './load-rows.ts';
import { isEarlier, type Presence, type Presences } from './presences.ts';
import { type FirstUnit, noLists, nothing, type Row } from './rows.ts';
import { nameHash } from './store.ts';

/** The user that a request names: a device, verified names of a person, or both. */
export interface IdentityObservation {
  readonly device: string | undefined;
  readonly identifiers: readonly Identifier[];
  /** Ids of accounts that the user acts for. */
  readonly accounts?: readonly string[];
}

export interface CachedUser {
  /** The person; undefined for a device without one. */
  readonly personId: string | undefined;
  /** What campaigns draw persons by; undefined where the request names no one. */
  readonly unit: string | undefined;
  /** The variation that a device or an account of the request stays with under a key. */
  readonly given: (id: string, key: string) => number | undefined;
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

type Rows = (key: string) => Row | undefined;

/** The user, as far as rows are there; else the rows that are missing. */
export function resolve(
  { id: siteId, salt }: SiteSnapshot['site'],
  { device: deviceId, identifiers, accounts = [] }: IdentityObservation,
  get: Rows,
  presences: Presences,
): CachedUser | Map<string, Requested> {
  const missing = new Map<string, Requested>();
  const rowOf = (id: string): Row => {
    const key = `${siteId} ${id}`;
    const row = get(key);
    if (!row) missing.set(key, { siteId, id });
    return row ?? nothing;
  };
  for (const id of accounts) rowOf(id);
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
  const isDevice = deviceId !== undefined && !toldRow.isPerson;
  const told = isDevice ? presences.onDevice(siteId, deviceId) : undefined;
  const [main] = identifiers;
  const seen =
    named.find((row) => row.personId !== undefined)?.personId ??
    (main ? undefined : device.presentId);
  const present = main ? seen : (told?.presentId ?? seen);
  const personId = present ?? (main && generatePersonId(salt, main));
  const person = personId === undefined ? nothing : rowOf(personId);
  const heard = personId === undefined ? undefined : presences.first(siteId, personId);
  const heardOn = heard?.device ? rowOf(heard.device) : nothing;
  // Nodes tell what requests say: a device that is a person, or another's, is none of theirs.
  const isTheirs = !heardOn.isPerson && (heardOn.ownerId ?? personId) === personId;
  const first = firstIn(person, isTheirs ? heard : undefined);
  const rows = [person, ...person.devices.map(rowOf)];
  if (isTheirs && heardOn !== nothing && !rows.includes(heardOn)) rows.push(heardOn);
  // A device without a person brings its past along.
  const ownerId = device.ownerId ?? told?.ownerId;
  const isOwn = ownerId === undefined || ownerId === personId;
  if (isOwn && !rows.includes(device)) rows.push(device);
  if (missing.size > 0) return missing;
  const lists = listsOf([...named, ...rows]);
  const userAttributes = attributesOf(entriesOf([...named, ...rows]));
  const isSeen = seen !== undefined;
  // Who signs in for the first time is drawn as their device was before, on each node and with the
  // worker behind.
  const fresh = isOwn ? (deviceId ?? personId) : personId;
  const unit = first ? (first.device ?? personId) : fresh;
  const given = (id: string, key: string) => {
    const row = id === deviceId ? device : get(`${siteId} ${id}`);
    return row?.profile?.assigned(key) ?? row?.given[key];
  };
  const known = { personId, unit, given, isSeen, lists, userAttributes };
  return { ...known, profile: sumOf(rows), isStale: false };
}

/** What a person is drawn by, as the database and the nodes have it. */
function firstIn({ first }: Row, told: FirstUnit | undefined): FirstUnit | undefined {
  if (!told) return first;
  return first === undefined || isEarlier(told, first) ? told : first;
}

/** Who a request names, as far as that is news. */
export function presenceOf(
  { id: siteId, salt }: SiteSnapshot['site'],
  { device, identifiers }: IdentityObservation,
  get: Rows,
  presences: Presences,
): Omit<Presence, 'isDraw' | 'at'> | undefined {
  const [main] = identifiers;
  const row = device === undefined ? undefined : get(`${siteId} ${device}`);
  const told = device === undefined ? undefined : presences.onDevice(siteId, device);
  const presentId = told?.presentId ?? row?.presentId;
  const named = identifiers.map((one) => get(`${siteId} ${nameHash(one)}`)?.personId);
  const known = named.find((id) => id !== undefined);
  const personId = main ? (known ?? generatePersonId(salt, main)) : presentId;
  if (personId === undefined || row?.isPerson) return undefined;
  const first = get(`${siteId} ${personId}`)?.first ?? presences.first(siteId, personId);
  if (first && (device === undefined || presentId === personId)) return undefined;
  const ownerId = row?.ownerId ?? told?.ownerId;
  const isForeign = ownerId !== undefined && ownerId !== personId;
  return { siteId, personId, device, isForeign };
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
