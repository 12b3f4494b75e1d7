// Reads rows of the user cache, of any sites together.
import { type Identifier, identifierKey } from '@attune/core';
import type { Context } from '../../../context.ts';
import { selectAssignments } from '../assignments/index.ts';
import { noEntries, selectAttributes } from '../attributes/index.ts';
import { selectLinks, selectPersons, type UserLinks } from '../identity/index.ts';
import { selectLists } from '../lists/index.ts';
import { selectStates } from '../profiles/index.ts';
import { noLists, nothing, profileOf, type Row } from './rows.ts';
import { nameHash } from './store.ts';

/** A user id, or a name. */
export type Requested =
  | { readonly siteId: number; readonly id: string }
  | ({ readonly siteId: number } & Identifier);

/** Longer ago than any clock says, as JSON has it. */
const everAgo = -8.64e15;

function firstOf({ firstDevice, firstAt }: Pick<UserLinks, 'firstDevice' | 'firstAt'>) {
  if (firstAt === null || firstAt === Number.POSITIVE_INFINITY) return undefined;
  return { device: firstDevice, at: Math.max(firstAt, everAgo) };
}

/** The rows of some user ids and names, by their keys in the cache. */
export async function loadRows(
  { db }: Pick<Context, 'db'>,
  requested: readonly Requested[],
): Promise<Map<string, Row>> {
  const users = requested.filter((one) => 'id' in one);
  const names = requested.filter((one) => 'value' in one);
  const [links, states, assigned, persons, listed, attributes] = await Promise.all([
    users.length > 0 ? selectLinks(db, users) : [],
    users.length > 0 ? selectStates(db, users) : [],
    users.length > 0 ? selectAssignments(db, users) : [],
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
  const givenTo = new Map(assigned.map(({ siteId, id, given }) => [`${siteId} ${id}`, given]));
  for (const { siteId, id, ownerId, presentId, isPerson, devices, ...link } of links) {
    const key = `${siteId} ${id}`;
    const state = stateOf.get(key) || undefined;
    const lists = listsOfOne(siteId, { type: '', value: id });
    const entries = entriesOfOne(siteId, { type: '', value: id });
    const given = givenTo.get(key) ?? nothing.given;
    const isUnlinked = ownerId === null && !isPerson && devices.length === 0;
    const isUnknown = isUnlinked && given === nothing.given;
    const isEmpty = isUnknown && !state && lists.length === 0 && entries.length === 0;
    const row: Row = {
      ...nothing,
      presentId: presentId ?? undefined,
      ownerId: ownerId ?? undefined,
      isPerson,
      devices,
      first: firstOf(link),
      given,
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
