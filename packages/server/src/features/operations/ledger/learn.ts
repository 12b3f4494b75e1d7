// What other nodes delete, learned from the database: a node that is lost takes no deletion along.
import type { Context } from '../../../context.ts';
import { countTombstones, selectTombstones } from '../../access/api-keys/index.ts';
import { selectSalts } from '../../configuration/sites/index.ts';
import { type ErasureKey, selectErasuresSince } from '../../people/erasures/index.ts';
import { deletionOf } from '../../people/pseudonyms/index.ts';
import type { Deletion, LedgerFile } from './file.ts';

const everyMs = 2_000;
/** After a first look at all erasures; clocks of nodes may differ by a day. */
const lookBackMs = 2 * 86_400_000;
const pageSize = 2_000;

export interface Learning {
  /** Finishes what is under way. */
  readonly stop: () => Promise<void>;
}

/** Appends to the ledger, every 2 s, the deletions that only the database knows of yet. */
export function startLearning(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  ledger: LedgerFile,
): Learning {
  const salts = new Map<number, Buffer>();
  let tombstones = -1;
  let since = 0;
  let isFailing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function learnKeys(): Promise<void> {
    const count = await countTombstones(ctx.db);
    if (count === tombstones) return;
    const deleted = await selectTombstones(ctx.db);
    await appendNew(deleted.map(({ hash, at }) => ({ at: at.toISOString(), key: hex(hash) })));
    tombstones = deleted.length;
  }

  async function learnErasures(): Promise<void> {
    const began = ctx.now();
    let after: ErasureKey | undefined;
    do {
      const page = await selectErasuresSince(ctx.db, new Date(since), after, pageSize);
      if (page.some(({ siteId }) => !salts.has(siteId))) {
        for (const { id, salt } of await selectSalts(ctx.db)) salts.set(id, salt);
      }
      await appendNew(page.map((erasure) => deletionOf(erasure, salts.get(erasure.siteId)!)));
      after = page.length === pageSize ? page.at(-1) : undefined;
    } while (after && !stopped);
    if (!stopped) since = began - lookBackMs;
  }

  async function appendNew(entries: readonly Deletion[]): Promise<void> {
    const fresh = entries.filter((entry) => !ledger.isKnown(entry));
    if (fresh.length > 0) await ledger.append(fresh);
  }

  async function learn(): Promise<void> {
    try {
      await learnKeys();
      await learnErasures();
      isFailing = false;
    } catch (error) {
      if (!isFailing) ctx.log.warn({ err: error }, 'the ledger cannot learn of deletions now');
      isFailing = true;
    }
    if (!stopped) timer = setTimeout(next, everyMs).unref();
  }

  let running = Promise.resolve();
  function next(): void {
    running = learn();
  }
  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

const hex = (bytes: Buffer) => bytes.toString('hex');
