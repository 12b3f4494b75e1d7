// The cached row of a name or of a user id, and how it is packed.
import type { Packing } from '@attune/byte-cache';
import { type AttributeEntries, editsOf, noEntries } from '../attributes/index.ts';
import {
  CachedProfile,
  type Derived,
  packDerived,
  type StoredState,
  unpackDerived,
} from '../profiles/index.ts';

/** The device that a person was first seen on; null: they were drawn without one before. */
export interface FirstUnit {
  readonly device: string | null;
  /** In ms since the epoch. */
  readonly at: number;
}

/** A name's person, or what there is of a user id. */
export interface Row {
  readonly personId: string | undefined;
  readonly presentId: string | undefined;
  /** Of a device. */
  readonly ownerId: string | undefined;
  readonly isPerson: boolean;
  readonly devices: readonly string[];
  /** What a person is drawn by, as soon as they were seen on a device or drawn. */
  readonly first: FirstUnit | undefined;
  /** What it stays with as a device or an account, by key, beside its profile. */
  readonly given: Readonly<Record<string, number>>;
  readonly lists: readonly number[];
  readonly entries: AttributeEntries;
  readonly state: StoredState | undefined;
  readonly profile: CachedProfile | undefined;
  /** Of a person: the sum of their profiles, and the rows that it is the sum of. */
  summed: { readonly rows: readonly Row[]; readonly profile: CachedProfile } | undefined;
}

export const noLists: readonly number[] = [];
const noDevices: readonly string[] = [];
const nothingGiven: Row['given'] = Object.freeze({});

export const nothing: Row = Object.freeze({
  personId: undefined,
  presentId: undefined,
  ownerId: undefined,
  isPerson: false,
  devices: noDevices,
  first: undefined,
  given: nothingGiven,
  lists: noLists,
  entries: noEntries,
  state: undefined,
  profile: undefined,
  summed: undefined,
});

/** The profile of a user id, if there is anything to say. */
export function profileOf(
  state: StoredState | undefined,
  entries: AttributeEntries,
  derived?: Derived,
): CachedProfile | undefined {
  const edits = editsOf(entries);
  if (state === undefined && edits.length === 0) return undefined;
  return new CachedProfile(state === undefined ? [] : [state], edits, derived);
}

/** All but the state and the profile, without what is usual. */
type Head = Partial<Omit<Row, 'state' | 'profile' | 'summed'>>;

/**
 * Of the head's length; behind it the head and the derived values. The state lies apart, in UTF-8.
 */
const lengthBytes = 4;
const noBytes = Buffer.alloc(0);
const usual: Head = {};

function headOf(row: Row): Buffer {
  const { personId, presentId, ownerId, isPerson, devices, first } = row;
  const { given, lists, entries } = row;
  const head: Head = {
    ...(personId !== undefined && { personId }),
    ...(presentId !== undefined && { presentId }),
    ...(ownerId !== undefined && { ownerId }),
    ...(isPerson && { isPerson }),
    ...(devices.length > 0 && { devices }),
    ...(first !== undefined && { first }),
    ...(given !== nothingGiven && { given }),
    ...(lists.length > 0 && { lists }),
    ...(entries.length > 0 && { entries }),
  };
  const text = JSON.stringify(head);
  return text === '{}' ? noBytes : Buffer.from(text);
}

/** Packs a row with the values derived from its profile; a sum of several is derived again. */
export const rowPacking: Packing<Row> = {
  isDirty: ({ profile }) => profile?.hasChanged === true,
  pack(row) {
    if (row === nothing) return { main: noBytes, rare: noBytes };
    const head = headOf(row);
    const derived = row.profile ? packDerived(row.profile.derived()) : noBytes;
    const length = Buffer.allocUnsafe(lengthBytes);
    length.writeUInt32LE(head.length);
    const { state = '' } = row;
    const rare = typeof state === 'string' ? Buffer.from(state) : state.toBuffer();
    return { main: Buffer.concat([length, head, derived]), rare };
  },
  unpack({ main, rare }, stays) {
    if (main.length === 0) return nothing;
    const derivedAt = lengthBytes + main.uint32(0);
    const head: Head =
      derivedAt > lengthBytes ? JSON.parse(main.text(lengthBytes, derivedAt)) : usual;
    const { entries = noEntries } = head;
    // A passing visitor rarely needs more than what is cached.
    const text = stays ? rare.text() : rare;
    const state = rare.length > 0 ? text : undefined;
    const derived = main.length > derivedAt ? unpackDerived(main.span(derivedAt)) : undefined;
    return {
      personId: head.personId,
      presentId: head.presentId,
      ownerId: head.ownerId,
      isPerson: head.isPerson ?? false,
      devices: head.devices ?? noDevices,
      first: head.first,
      given: head.given ?? nothingGiven,
      lists: head.lists ?? noLists,
      entries,
      state,
      profile: profileOf(state, entries, derived),
      summed: undefined,
    };
  },
};
