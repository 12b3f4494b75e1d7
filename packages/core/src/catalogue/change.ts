// How a feed in memory becomes its next revision: items are put and removed, then it is finished.
import type { Catalogue } from './catalogue.ts';
import { jsonOf } from './memory/bytes.ts';
import { isCellFilled } from './memory/column-store.ts';
import { changeLive, setLive } from './memory/live.ts';
import { findRow, liveAmong } from './memory/sku-table.ts';
import { makeStorage, putRow } from './memory/storage.ts';
import { catalogueOf, versionOf } from './memory/view.ts';

/** What becomes of a catalogue; the one that it began from stays as it is. */
export interface CatalogueChange {
  /** Puts an item: its JSON text, as it is stored. It replaces the one of its sku. */
  readonly put: (item: Uint8Array | string) => void;
  /** Takes an item away, if there is one. */
  readonly remove: (sku: string) => void;
  /** About how much memory all of it takes by now. */
  readonly bytes: () => number;
  /** The catalogue as of a revision. Nothing can be put after that. */
  readonly finish: (revision: string) => Catalogue;
}

/**
 * Begins a change of a catalogue; absent: of one without items, which makes room for so many as
 * are `expected`. It takes as long as what is put and removed, however large the catalogue is.
 */
export function changeCatalogue(base?: Catalogue, expected = 0): CatalogueChange {
  const before = base && versionOf(base);
  const storage = before?.storage ?? makeStorage(expected);
  const live = changeLive(before?.live ?? []);
  const fills = [...(before?.fills ?? [])];
  let size = before?.size ?? 0;
  let gone = before?.gone ?? 0;
  let isFinished = false;

  const letGo = (row: number) => {
    setLive(live, row, false);
    size -= 1;
    if (row < storage.indexed) gone += 1;
    for (const [at, column] of storage.columns.entries()) {
      if (isCellFilled(column, row)) fills[at] = (fills[at] ?? 0) - 1;
    }
  };
  const demandOpen = () => {
    if (isFinished) throw new Error('the change is finished');
  };
  return {
    put(item) {
      demandOpen();
      const bytes = typeof item === 'string' ? encoder.encode(item) : item;
      const row = putRow(storage, bytes);
      const old = liveAmong(storage.table, live.pages, storage.table.before.get(row) ?? -1);
      if (old >= 0) letGo(old);
      for (const column of storage.filled) fills[column] = (fills[column] ?? 0) + 1;
      setLive(live, row, true);
      size += 1;
    },
    remove(sku) {
      demandOpen();
      const json = jsonOf(sku);
      const row = findRow(storage.table, storage.skus, live.pages, [json, 0, json.length]);
      if (row >= 0) letGo(row);
    },
    bytes: () => storage.compactedBytes + storage.addedBytes,
    finish(revision) {
      demandOpen();
      isFinished = true;
      const { pages } = live;
      return catalogueOf({ revision, storage, live: pages, rows: storage.rows, size, fills, gone });
    },
  };
}

const encoder = new TextEncoder();
