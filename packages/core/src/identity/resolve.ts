// Who an event belongs to: devices, people and the names that a site knows people by.
import type { Identifier } from '../events/event.ts';

export interface Device {
  /** The person whose anonymous past on this device it is; the first one, for good. */
  readonly owner: string;
  /** The person who uses it now. */
  readonly present: string;
  /**
   * When its owner was first told to be on it, in ms since the epoch, by the clock of who took that
   * in. The first device of a person is what campaigns draw them by.
   */
  readonly since: number;
}

/** The names and devices that a batch of events mentions, as far as they are stored. */
export interface Directory {
  /** Person by `identifierKey`. */
  readonly people: Map<string, string>;
  /** By the device's user id. */
  readonly devices: Map<string, Device>;
  /** By person: when they were first drawn without a device of their own, in ms as above. */
  readonly drawn: Map<string, number>;
  /** Those of the mentioned device ids that are really ids of people. */
  readonly personIds: ReadonlySet<string>;
}

export interface IdentityObservation {
  readonly device: string | undefined;
  /** Verified names, the main one first. */
  readonly identifiers: readonly Identifier[];
  /** The person, where an earlier decision has found out who they are. */
  readonly person?: string | undefined;
  /** When it was taken in, in ms since the epoch. */
  readonly at: number;
  /** Is it of a decision, so that the person was drawn? */
  readonly isDraw: boolean;
}

export interface Resolution {
  /** The user whose profile the event is folded into. */
  readonly userId: string;
  /** The device, by an id that is nobody's; undefined where none was observed. */
  readonly device: string | undefined;
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
  observation: IdentityObservation,
  generateId: (identifier: Identifier) => string,
): Resolution {
  const { device: reported, identifiers, person, at } = observation;
  if (person !== undefined) return { userId: person, device: undefined, personId: person };
  const isPerson = reported !== undefined && directory.personIds.has(reported);
  const device = isPerson ? generateId(unknownUser(reported)) : reported;
  const known = device === undefined ? undefined : directory.devices.get(device);
  const personId = personOf(directory, identifiers, generateId) ?? known?.present;
  if (personId === undefined) {
    if (device === undefined) throw new Error('an observation names a device or a person');
    return { userId: device, device, personId: undefined };
  }
  const { owner, since } = known ?? { owner: personId, since: at };
  if (device === undefined || owner !== personId) noteDraw(directory, personId, observation);
  if (device === undefined) return { userId: personId, device, personId };
  const isOwn = owner === personId;
  const earliest = isOwn && identifiers.length > 0 ? Math.min(since, at) : since;
  if (known?.present !== personId || known.since !== earliest) {
    directory.devices.set(device, { owner, present: personId, since: earliest });
  }
  return { userId: isOwn ? device : personId, device, personId };
}

/** A minimum, so that the order in which observations are worked off does not matter. */
function noteDraw(
  { drawn }: Directory,
  personId: string,
  { at, isDraw }: IdentityObservation,
): void {
  if (isDraw && at < (drawn.get(personId) ?? Number.POSITIVE_INFINITY)) drawn.set(personId, at);
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
