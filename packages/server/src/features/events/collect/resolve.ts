// Resolves which user each entry of a batch is of, and what the batch teaches of names and devices.
import {
  type Directory,
  type Event,
  type Identifier,
  type IdentityObservation,
  identifierKey,
  type Resolution,
  resolveIdentity,
} from '@attune/core';
import type { Db } from '../../../db/schema.ts';
import type { SiteRow } from '../../configuration/sites/index.ts';
import {
  generatePersonId,
  insertIdentifiers,
  loadDirectory,
  noteDrawn,
  upsertDevices,
} from '../../people/identity/index.ts';
import { dayText, logKey } from './days.ts';
import type { Entry } from './entry.ts';
import { selectLogged } from './store.ts';

/** Another worker named the same person meanwhile: the batch is to be done again. */
export class IdentityRace extends Error {}

/** An event and the user whose profile it is folded into. */
export interface Resolved {
  readonly event: Event;
  readonly userId: string;
  readonly identified: boolean;
}

/**
 * Resolves entries, oldest first, and stores what they teach. Leaves out repeats of logged events
 * where they would teach something: the device's user then need not be its user now. Throws
 * `IdentityRace`.
 */
export async function resolveEntries(
  tx: Db,
  site: Pick<SiteRow, 'id' | 'salt'>,
  all: readonly Entry[],
): Promise<Resolved[]> {
  const known = await loadDirectory(tx, site.id, all);
  const isNews = all.some((entry) => teaches(known, entry));
  const entries = isNews ? await withoutLogged(tx, site.id, all) : all;
  const directory: Directory = {
    ...known,
    people: new Map(known.people),
    devices: new Map(known.devices),
    drawn: new Map(known.drawn),
  };
  const mint = (identifier: Identifier) => generatePersonId(site.salt, identifier);
  const resolved = entries.map((entry) => {
    const resolution = resolveIdentity(directory, observed(entry), mint);
    const { userId, personId } = resolution;
    const event = withOwnNames(entry.event, directory, personId);
    const counted = withUnit(event, entry.device, resolution);
    return { event: counted, userId, identified: personId !== undefined };
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
  const drawn = [...directory.drawn].filter(([id, at]) => known.drawn.get(id) !== at);
  await noteDrawn(tx, site.id, drawn);
  await upsertDevices(tx, site.id, moved);
  return resolved;
}

/** An entry as it shows who somebody is. */
function observed({ device, identifiers, person, at, event }: Entry): IdentityObservation {
  const isDraw = event.kind === 'exposure' || event.kind === 'decision';
  return { device, identifiers, person, at: at ?? event.time, isDraw };
}

/** An exposure with the unit that it counts for, where that is not its user. */
function withUnit(
  event: Event,
  reported: string | undefined,
  { device, userId }: Resolution,
): Event {
  if (event.kind !== 'exposure') return event;
  const { unit, ...rest } = event;
  if (unit === undefined) return event;
  // The id of a person is no device's, whatever a request says.
  const id = unit.kind === 'device' && unit.id === reported ? (device ?? unit.id) : unit.id;
  return id === userId ? rest : { ...rest, unit: { ...unit, id } };
}

function teaches({ people, devices }: Directory, { device, identifiers }: Entry): boolean {
  if (identifiers.length === 0) return false;
  const named = identifiers.map((one) => people.get(identifierKey(one)));
  if (named.includes(undefined)) return true;
  return device !== undefined && devices.get(device)?.present !== named[0];
}

/** Without entries that name a person and whose event is logged. */
async function withoutLogged(tx: Db, siteId: number, entries: readonly Entry[]): Promise<Entry[]> {
  const naming = entries.filter(({ identifiers }) => identifiers.length > 0);
  const keys = naming.map(({ event: { id, time } }) => ({ day: dayText(time), id }));
  const logged = await selectLogged(tx, siteId, keys);
  return entries.filter(
    ({ identifiers, event }) => identifiers.length === 0 || !logged.has(logKey(event)),
  );
}

/**
 * An event with the names of its own person only: another person's, or an unverified one, would
 * outlive the erasure of the person it names.
 */
function withOwnNames(event: Event, { people }: Directory, personId: string | undefined): Event {
  if (!('identifiers' in event)) return event;
  const isOwn = (one: Identifier) =>
    personId !== undefined && people.get(identifierKey(one)) === personId;
  return { ...event, identifiers: event.identifiers.filter(isOwn) };
}
