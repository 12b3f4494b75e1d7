// What is held of a name or of a user id, and how it is packed.
import {
  HeldProfile,
  type Kept,
  packKept,
  type StoredState,
  unpackKept,
} from '../profiles/index.ts';
import { editsOfFacts, noFacts, type UserFacts } from '../user-facts/index.ts';
import type { Packing } from './memory.ts';

/** A name's person, or what there is of a user id. */
export interface Row {
  readonly personId: string | undefined;
  readonly presentId: string | undefined;
  readonly isOwned: boolean;
  readonly isPerson: boolean;
  readonly devices: readonly string[];
  readonly lists: readonly number[];
  readonly facts: UserFacts;
  readonly state: StoredState | undefined;
  readonly profile: HeldProfile | undefined;
  /** Of a person: the sum of his profiles, and the rows that it is the sum of. */
  summed: { readonly rows: readonly Row[]; readonly profile: HeldProfile } | undefined;
}

export const noLists: readonly number[] = [];
const noDevices: readonly string[] = [];

export const nothing: Row = Object.freeze({
  personId: undefined,
  presentId: undefined,
  isOwned: false,
  isPerson: false,
  devices: noDevices,
  lists: noLists,
  facts: noFacts,
  state: undefined,
  profile: undefined,
  summed: undefined,
});

/** The profile of a user id, if there is anything to say. */
export function profileOf(
  state: StoredState | undefined,
  facts: UserFacts,
  kept?: Kept,
): HeldProfile | undefined {
  const edits = editsOfFacts(facts);
  if (state === undefined && edits.length === 0) return undefined;
  return new HeldProfile(state === undefined ? [] : [state], edits, kept);
}

/** All but the state and the profile, without what is usual. */
type Head = Partial<Omit<Row, 'state' | 'profile' | 'summed'>>;

/** Of the head's length and that of what is kept; behind them both, then the state in UTF-8. */
const lengthsBytes = 8;
const noBytes = Buffer.alloc(0);
const usual: Head = {};

function headOf({ personId, presentId, isOwned, isPerson, devices, lists, facts }: Row): Buffer {
  const head: Head = {
    ...(personId !== undefined && { personId }),
    ...(presentId !== undefined && { presentId }),
    ...(isOwned && { isOwned }),
    ...(isPerson && { isPerson }),
    ...(devices.length > 0 && { devices }),
    ...(lists.length > 0 && { lists }),
    ...(facts.length > 0 && { facts }),
  };
  const text = JSON.stringify(head);
  return text === '{}' ? noBytes : Buffer.from(text);
}

/** Packs a row with what was worked out of its profile; a sum of several is worked out anew. */
export const rowPacking: Packing<Row> = {
  hasNews: ({ profile }) => profile?.hasNews === true,
  pack(row) {
    if (row === nothing) return noBytes;
    const head = headOf(row);
    const kept = row.profile ? packKept(row.profile.keep()) : noBytes;
    const lengths = Buffer.allocUnsafe(lengthsBytes);
    lengths.writeUInt32LE(head.length);
    lengths.writeUInt32LE(kept.length, lengthsBytes / 2);
    return Buffer.concat([lengths, head, kept, Buffer.from(row.state ?? '')]);
  },
  unpack(bytes, stays) {
    if (bytes.length === 0) return nothing;
    const keptAt = lengthsBytes + bytes.readUInt32LE();
    const stateAt = keptAt + bytes.readUInt32LE(lengthsBytes / 2);
    const hasHead = keptAt > lengthsBytes;
    const head: Head = hasHead ? JSON.parse(bytes.toString('utf8', lengthsBytes, keptAt)) : usual;
    const { facts = noFacts } = head;
    const text = stateAt < bytes.length ? bytes.subarray(stateAt) : undefined;
    // Who passes is rarely asked for more than what is kept.
    const state = stays ? text?.toString() : text;
    const kept = stateAt > keptAt ? unpackKept(bytes.subarray(keptAt, stateAt)) : undefined;
    return {
      personId: head.personId,
      presentId: head.presentId,
      isOwned: head.isOwned ?? false,
      isPerson: head.isPerson ?? false,
      devices: head.devices ?? noDevices,
      lists: head.lists ?? noLists,
      facts,
      state,
      profile: profileOf(state, facts, kept),
      summed: undefined,
    };
  },
};
