// Compacts a feed in memory: drops rows of items that are gone, and indexes values.
import type { Catalogue } from './catalogue.ts';
import type { Bytes } from './memory/bytes.ts';
import { segmentRows, segmentShift, textEnd, textStart } from './memory/chunk.ts';
import { type ColumnStore, columnWith } from './memory/column-store.ts';
import { type TextMember, writeItem } from './memory/item-text.ts';
import { changeLive, countLive, isLive, type LiveChange, setLive } from './memory/live.ts';
import { makePostings } from './memory/postings.ts';
import { withoutUnused } from './memory/recode.ts';
import { addRow, makeSkuTable } from './memory/sku-table.ts';
import { putRow, type Storage, storageBytes, storageOf } from './memory/storage.ts';
import { trimValues } from './memory/values.ts';
import type { Version } from './memory/version.ts';
import { catalogueOf, versionOf } from './memory/view.ts';

/** A segment stays as it is while more than this share of its rows are items. */
const keptShare = 0.75;
/** So many new rows are looked through, or a share of all, before they are put in order. */
const newestMost = 4_096;
const newestShare = 1 / 32;

/** Is it time to compact a catalogue: has it many rows that are gone, or that are not indexed? */
export function needsCompaction(catalogue: Catalogue): boolean {
  const { storage, rows, size } = versionOf(catalogue);
  const newest = rows - storage.indexed;
  return newest > Math.max(newestMost, rows * newestShare) || rows - size > size / 2 + newestMost;
}

/**
 * Makes a catalogue of the same revision and the same items, in order. The rows have other numbers.
 * Yields after each small piece of work (about 1 ms), so that others have their turn; meanwhile
 * the catalogue itself must not be changed on, or what comes out lacks the change.
 */
export function* compactCatalogue(catalogue: Catalogue): Generator<undefined, Catalogue> {
  const version = versionOf(catalogue);
  const { storage, live: before, revision, size, fills } = version;
  const segments = before.map((page, at) => ({ at, count: countLive(page) }));
  const closed = (storage.rows - 1) >>> segmentShift;
  const isKept = ({ at, count }: (typeof segments)[number]) =>
    at < closed && count > keptShare * segmentRows;
  const kept = segments.filter(isKept).map(({ at }) => at);
  const columns = storage.columns.map((column) => keep(column, kept));
  const compacted = storageOf(columns, makeSkuTable(size), kept.length * segmentRows);
  const live = changeLive(kept.map((at) => before[at]!));
  yield* noteSkus(compacted, live);
  const moved = segments.filter((one) => !isKept(one) && one.count > 0).map(({ at }) => at);
  yield* moveRows(version, moved, compacted, live);
  yield* index(compacted, live);
  compacted.compactedBytes = storageBytes(compacted);
  compacted.addedBytes = 0;
  const { pages } = live;
  return catalogueOf({
    ...{ revision, size, fills, storage: compacted, live: pages, rows: compacted.rows, gone: 0 },
  });
}

function keep(column: ColumnStore, kept: readonly number[]): ColumnStore {
  const chunks = kept.map((at) => column.chunks[at]!);
  return columnWith(column, chunks, column.mode);
}

function* noteSkus({ table, skus, rows }: Storage, live: LiveChange): Generator<undefined> {
  for (let row = 0; row < rows; row += 1) {
    if (row % 1_024 === 0) yield;
    if (!isLive(live.pages, row)) continue;
    const chunk = skus.chunks[row >>> segmentShift]!;
    const offset = row % segmentRows;
    addRow(table, skus, row, [chunk.small, textStart(chunk, offset), textEnd(chunk, offset)]);
  }
}

function* moveRows(
  { live: before, storage }: Version,
  segments: readonly number[],
  settled: Storage,
  live: LiveChange,
): Generator<undefined> {
  const members: TextMember[] = storage.columns.map((column) => ({
    key: column.key,
    columns: [column],
  }));
  const text: Bytes = { data: new Uint8Array(1_024), used: 0 };
  for (const segment of segments) {
    for (let offset = 0; offset < segmentRows; offset += 1) {
      if (offset % 64 === 0) yield;
      const row = segment * segmentRows + offset;
      if (!isLive(before, row)) continue;
      text.used = 0;
      writeItem(members, row, text);
      setLive(live, putRow(settled, text.data.subarray(0, text.used)), true);
    }
  }
}

function* index(settled: Storage, live: LiveChange): Generator<undefined> {
  for (const [at, column] of settled.columns.entries()) {
    const used = yield* withoutUnused(column, live.pages);
    const { chunks, values } = used;
    trimValues(values);
    yield;
    used.postings = yield* makePostings(chunks, values, live.pages, settled.rows);
    settled.columns[at] = used;
  }
  settled.indexed = settled.rows;
}
