// What became of the events of an import: its worker may be any, on any node.
import type { Db } from '../../../../db/schema.ts';
import { logKey } from '../days.ts';
import type { Entry } from '../entry.ts';
import { addImportCounts, type ImportCount } from './store.ts';

export { deleteImport, selectImportCounts as importCounts } from './store.ts';

/** Counts entries of imports, those in `fresh` as accepted, in the transaction that logs them. */
export async function noteImported(
  tx: Db,
  siteId: number,
  partition: number,
  entries: readonly Entry[],
  fresh: ReadonlySet<string>,
): Promise<void> {
  const counts = new Map<string, ImportCount & { accepted: number; repeated: number }>();
  const left = new Set(fresh);
  for (const { importId, event } of entries) {
    // Of two in a batch that are the same, one is new.
    const isNew = left.delete(logKey(event));
    if (importId === undefined) continue;
    const key = `${importId} ${event.kind}`;
    const count = counts.get(key) ?? { importId, kind: event.kind, accepted: 0, repeated: 0 };
    count[isNew ? 'accepted' : 'repeated'] += 1;
    counts.set(key, count);
  }
  if (counts.size > 0) await addImportCounts(tx, siteId, partition, [...counts.values()]);
}
