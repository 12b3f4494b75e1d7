// Withdrawals of consent: whose data is to be erased for them.
import { randomUUID } from 'node:crypto';
import { type Directory, type Identifier, identifierKey } from '@attune/core';
import type { InboxMark } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { loadDirectory, ownIdType } from '../identity/index.ts';
import { selectHavingProfile } from '../profiles/index.ts';
import { pseudonymsOf } from '../pseudonyms/index.ts';
import { insertErasure, selectAwaited } from './store.ts';

/** Somebody has said no. */
export interface Withdrawal {
  readonly device: string | undefined;
  /** The person, where a server says so: a page speaks for its device alone. */
  readonly identifiers: readonly Identifier[];
  /** Said through a public key, which takes back no more than such keys have told. */
  readonly isClaim: boolean;
}

/**
 * Notes the erasure of those who withdraw and have something stored; a worker does it once nothing
 * up to the mark waits. Part of the caller's transaction.
 */
export async function noteWithdrawals(
  tx: Db,
  { id: siteId, salt }: { readonly id: number; readonly salt: Buffer },
  withdrawals: readonly Withdrawal[],
  at: Date,
  mark: InboxMark,
): Promise<void> {
  for (const [claims, those] of Map.groupBy(withdrawals, ({ isClaim }) => isClaim)) {
    const directory = await loadDirectory(tx, siteId, those);
    const named = those.flatMap((one) => recordedNames(directory, one));
    const devices = those.flatMap((one) => recordableDevice(directory, one) ?? []);
    const profiled = await selectHavingProfile(tx, siteId, devices);
    const recorded = devices.filter((id) => profiled.has(id) || directory.devices.has(id));
    const names = [...named, ...recorded.map((value) => ({ type: ownIdType, value }))];
    const wanted = new Map(names.map((name) => [identifierKey(name), name]));
    const values = names.map(({ value }) => value);
    for (const one of await selectAwaited(tx, siteId, claims, values)) {
      wanted.delete(identifierKey(one));
    }
    for (const { type, value } of wanted.values()) {
      const traces =
        type === ownIdType
          ? pseudonymsOf(salt, [], [value])
          : pseudonymsOf(salt, [{ type, value }], []);
      const erasure = { siteId, id: randomUUID(), type, value, mark, claims };
      await insertErasure(tx, erasure, traces, at);
    }
  }
}

/** Names of people who are known by them. */
const recordedNames = ({ people }: Directory, { identifiers }: Withdrawal) =>
  identifiers.filter((one) => people.has(identifierKey(one)));

/**
 * The device that somebody has said no on. Not where its past is another person's than theirs, nor
 * where a page names a person's own id, which is no device.
 */
function recordableDevice(
  { people, devices, personIds }: Directory,
  { device, identifiers, isClaim }: Withdrawal,
): string | undefined {
  if (device === undefined || (isClaim && personIds.has(device))) return undefined;
  const owner = devices.get(device)?.owner;
  const isOthers = !identifiers.some((one) => people.get(identifierKey(one)) === owner);
  return owner !== undefined && identifiers.length > 0 && isOthers ? undefined : device;
}
