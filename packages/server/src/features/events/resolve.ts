// Who each entry of a batch belongs to, and what the batch teaches of names and devices.
import {
  type Directory,
  type Event,
  type Identifier,
  identifierKey,
  resolveSighting,
} from '@attune/core';
import type { SiteSnapshot } from '../../context.ts';
import type { Db } from '../../db/schema.ts';
import {
  insertIdentifiers,
  loadDirectory,
  mintPersonId,
  upsertDevices,
} from '../identity/index.ts';
import type { Entry } from './entry.ts';

/** Another worker named the same person meanwhile: the batch is to be done again. */
export class IdentityRace extends Error {}

/** An event and the user whose profile it is folded into. */
export interface Resolved {
  readonly event: Event;
  readonly userId: string;
  readonly identified: boolean;
}

/** Resolves entries, oldest first, and stores what they teach. Throws `IdentityRace`. */
export async function resolveEntries(
  tx: Db,
  { site }: SiteSnapshot,
  entries: readonly Entry[],
): Promise<Resolved[]> {
  const known = await loadDirectory(tx, site.id, entries);
  const directory: Directory = { people: new Map(known.people), devices: new Map(known.devices) };
  const mint = (identifier: Identifier) => mintPersonId(site.salt, identifier);
  const resolved = entries.map((entry) => {
    const { userId, personId } = resolveSighting(directory, entry, mint);
    const event = withOwnNames(entry.event, directory, personId);
    return { event, userId, identified: personId !== undefined };
  });
  const named = new Map(
    entries.flatMap(({ identifiers }) => identifiers.map((one) => [identifierKey(one), one])),
  );
  const fresh = [...named].filter(([key]) => !known.people.has(key));
  const people = fresh.map(([key, identifier]) => ({
    identifier,
    personId: directory.people.get(key)!,
  }));
  if (!(await insertIdentifiers(tx, site.id, people))) throw new IdentityRace();
  const moved = [...directory.devices].filter(([id, device]) => known.devices.get(id) !== device);
  await upsertDevices(tx, site.id, moved);
  return resolved;
}

/**
 * An event with the names of its own person only: another's, or one that nobody proved, would
 * outlive the erasure of whom it names.
 */
function withOwnNames(event: Event, { people }: Directory, personId: string | undefined): Event {
  if (!('identifiers' in event)) return event;
  const isOwn = (one: Identifier) =>
    personId !== undefined && people.get(identifierKey(one)) === personId;
  return { ...event, identifiers: event.identifiers.filter(isOwn) };
}
