// Who an event belongs to: devices, people and the names that a site knows people by.
import type { Identifier } from '../events/event.ts';

export interface Device {
  /** The person whose anonymous past on this device it is; the first one, for good. */
  readonly owner: string;
  /** The person who uses it now. */
  readonly present: string;
  /** Was its owner first seen on it? Then they are drawn as it was before. */
  readonly isFirst: boolean;
}

/** The names and devices that a batch of events mentions, as far as they are stored. */
export interface Directory {
  /** Person by `identifierKey`. */
  readonly people: Map<string, string>;
  /** By the device's user id. */
  readonly devices: Map<string, Device>;
  /** Those of the mentioned device ids that are really ids of people. */
  readonly personIds: ReadonlySet<string>;
}

export interface IdentityObservation {
  readonly device: string | undefined;
  /** Verified names, the main one first. */
  readonly identifiers: readonly Identifier[];
  /** The person, where an earlier decision has found out who they are. */
  readonly person?: string | undefined;
}

export interface Resolution {
  /** The user whose profile the event is folded into. */
  readonly userId: string;
  /** The person, once known. */
  readonly personId: string | undefined;
}

/** An identifier as a map's key; types hold no line break. */
export function identifierKey({ type, value }: Identifier): string {
  return `${type}\n${value}`;
}

/**
 * Finds out who an observation belongs to and adds what it shows to the directory: a new name joins
 * the person it is observed with, two known people are never merged, and a device's past stays its
 * first owner's. `generateId` gives the id of a person who is observed by that name for the first
 * time.
 */
export function resolveIdentity(
  directory: Directory,
  { device: reported, identifiers, person }: IdentityObservation,
  generateId: (identifier: Identifier) => string,
): Resolution {
  if (person !== undefined) return { userId: person, personId: person };
  const isPerson = reported !== undefined && directory.personIds.has(reported);
  const device = isPerson ? generateId(unknownUser(reported)) : reported;
  const known = device === undefined ? undefined : directory.devices.get(device);
  const isNew = !identifiers.some((one) => directory.people.has(identifierKey(one)));
  const personId = personOf(directory, identifiers, generateId) ?? known?.present;
  if (personId === undefined) {
    if (device === undefined) throw new Error('an observation names a device or a person');
    return { userId: device, personId: undefined };
  }
  if (device === undefined) return { userId: personId, personId };
  const { owner, isFirst } = known ?? { owner: personId, isFirst: isNew };
  if (known?.present !== personId) {
    directory.devices.set(device, { owner, present: personId, isFirst });
  }
  return { userId: owner === personId ? device : personId, personId };
}

/** A person's id opens no profile: a device of that name becomes another, unknown user. */
const unknownUser = (device: string): Identifier => ({ type: '', value: device });

function personOf(
  directory: Directory,
  identifiers: readonly Identifier[],
  generateId: (identifier: Identifier) => string,
): string | undefined {
  const [main] = identifiers;
  if (!main) return undefined;
  const keys = identifiers.map(identifierKey);
  const known = keys.map((key) => directory.people.get(key)).find((id) => id !== undefined);
  const personId = directory.people.get(keys[0]!) ?? known ?? generateId(main);
  for (const key of keys) {
    if (!directory.people.has(key)) directory.people.set(key, personId);
  }
  return personId;
}
