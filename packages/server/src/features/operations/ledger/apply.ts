// From a ledger to the database: what a backup has brought back is deleted and erased again.
import type { ErasureDeletion, InboxView } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { deleteRevivedKeys } from '../../access/api-keys/index.ts';
import { selectSalts } from '../../configuration/sites/index.ts';
import type { LedgerErasure } from '../../people/erasures/index.ts';
import { siteMark } from '../../people/pseudonyms/index.ts';
import { noteErasures } from '../personal-data/index.ts';
import type { Deletion } from './file.ts';
import { lockLedgers } from './store.ts';

export interface Applied {
  /** Keys that were alive. */
  readonly keys: number;
  /** Erasures that the database did not know of: a worker does them again. */
  readonly erasures: number;
}

const batchSize = 5_000;

/**
 * Applies a ledger in the caller's transaction. Keys are found by their hashes, persons by their
 * traces on the site whose mark the entry has; entries of sites and keys that are not there are
 * passed over.
 */
export async function applyLedger(
  tx: Db,
  entries: AsyncIterable<Deletion>,
  now: number,
  inbox: Pick<InboxView, 'mark'>,
): Promise<Applied> {
  const applied = { keys: 0, erasures: 0 };
  let sites: Map<string, number> | undefined;
  for await (const batch of inBatches(entries)) {
    if (!sites) {
      await lockLedgers(tx);
      sites = new Map((await selectSalts(tx)).map(({ id, salt }) => [siteMark(salt), id]));
    }
    const hashes = batch.flatMap((entry) => ('key' in entry ? Buffer.from(entry.key, 'hex') : []));
    applied.keys += await deleteRevivedKeys(tx, hashes, new Date(now));
    const erasures = batch.filter((entry) => 'erasure' in entry);
    for (const [mark, those] of Map.groupBy(erasures, ({ site }) => site)) {
      const siteId = sites.get(mark);
      if (siteId === undefined) continue;
      applied.erasures += await noteErasures(tx, siteId, merged(those), inbox.mark);
    }
  }
  return applied;
}

/** An erasure is in the ledger when it was requested, and with more traces when it was done. */
function merged(entries: readonly ErasureDeletion[]): LedgerErasure[] {
  return [...Map.groupBy(entries, ({ erasure }) => erasure)].map(([id, those]) => ({
    id,
    at: new Date(those[0]!.at),
    claims: those.some(({ claims }) => claims === true),
    traces: [...new Set(those.flatMap(({ traces }) => traces))].map((trace) =>
      Buffer.from(trace, 'hex'),
    ),
  }));
}

async function* inBatches(entries: AsyncIterable<Deletion>): AsyncGenerator<Deletion[]> {
  let batch: Deletion[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
