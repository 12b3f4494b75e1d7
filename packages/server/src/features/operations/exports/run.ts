// Exports a kind: its parts one after the other, each a file, those that are there already left.
import type { SiteSnapshot } from '../../../context.ts';
import type { Column } from './columns.ts';
import { type ExportFormat, formats } from './formats/index.ts';
import { type ManifestPart, readParts, writeParts } from './manifest.ts';
import type { ExportContext, ExportKind, Part } from './part.ts';
import { withExportLock } from './store.ts';
import type { Target } from './targets/target.ts';

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly target: Target;
  /** YYYY-MM-DD, UTC; included. */
  readonly since: string;
  /** Excluded. */
  readonly until: string;
  /** Writes parts that are there and unchanged, too. */
  readonly isAgain?: boolean;
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly signal?: AbortSignal;
}

export interface ExportProgress {
  /** The part that is written. */
  readonly folder: string;
  /** Of all parts so far. */
  readonly rows: number;
  readonly bytes: number;
}

export interface ExportResult {
  readonly kind: string;
  readonly format: ExportFormat;
  /** Files that were written, and their rows and bytes. */
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  /** Parts that were there and have not changed. */
  readonly unchanged: number;
  /** Files that were removed: none of their rows is left. */
  readonly removed: number;
}

/** What can be exported, whatever its rows are. */
export interface ExportKindRunner {
  readonly about: string;
  /** Are its parts days? If not, it is exported as of now. */
  readonly isByDay: boolean;
  readonly columns: readonly Omit<Column<never>, 'of'>[];
  readonly run: (
    ctx: ExportContext,
    snapshot: SiteSnapshot,
    options: ExportOptions,
  ) => Promise<ExportResult>;
}

/** A kind by its name, ready to be run. Throws `conflict` while it is exported already. */
export function runnerOf<Row>(name: string, kind: ExportKind<Row>): ExportKindRunner {
  const { about, columns } = kind;
  return {
    ...{ about, columns, isByDay: kind.isCurrent === undefined },
    run: (ctx, snapshot, options) =>
      withExportLock(ctx, snapshot.site.id, name, async (client) => {
        const { id, name: siteName } = snapshot.site;
        const { format, since, until } = options;
        const head = { site: { id, name: siteName }, kind: name, format };
        const run = await startRun(ctx, head, kind, options);
        const source = { ctx, snapshot, client, since, until };
        for await (const part of kind.parts(source)) await run.take(part);
        if (kind.isCurrent) await run.removeRest();
        return { kind: name, format, ...run.done };
      }),
  };
}

type Head = Parameters<typeof readParts>[1];

async function startRun<Row>(
  ctx: Pick<ExportContext, 'now'>,
  head: Head,
  { columns }: ExportKind<Row>,
  { target, format, isAgain, onProgress, signal }: ExportOptions,
) {
  const { ending, encode } = formats[format];
  const parts = new Map(await readParts(target, head));
  const seen = new Set<string>();
  const done = { files: 0, rows: 0, bytes: 0, unchanged: 0, removed: 0 };
  const note = async (folder: string, part: ManifestPart | undefined) => {
    if (part) parts.set(folder, part);
    else parts.delete(folder);
    await writeParts(target, head, parts);
  };

  async function write(part: Part<Row>): Promise<ManifestPart> {
    const { folder } = part;
    const { version, rows } = await part.open();
    let count = 0;
    const counted = async function* (): AsyncGenerator<readonly Row[]> {
      for await (const some of rows) {
        signal?.throwIfAborted();
        count += some.length;
        onProgress?.({ folder, rows: done.rows + count, bytes: done.bytes });
        yield some;
      }
      // What is cut off before it is whole is not kept.
      signal?.throwIfAborted();
    };
    const some = counted();
    const first = await some.next();
    const about = { version: version ?? null, exportedAt: new Date(ctx.now()).toISOString() };
    if (first.done) return { file: null, rows: 0, bytes: 0, ...about };
    const path = `${[head.kind, folder].filter((one) => one !== '').join('/')}/part-0.${ending}`;
    const bytes = await target.write(path, encode(columns, following(first.value, some)));
    return { file: path, rows: count, bytes, ...about };
  }

  /** The file is taken out of the manifest before it goes. */
  async function drop(folder: string, then: ManifestPart | undefined): Promise<void> {
    const file = parts.get(folder)?.file;
    await note(folder, then);
    if (!file) return;
    await target.remove(file);
    done.removed += 1;
  }

  return {
    done,
    async take(part: Part<Row>): Promise<void> {
      signal?.throwIfAborted();
      const { folder, version } = part;
      seen.add(folder);
      const there = parts.get(folder);
      if (!isAgain && version !== undefined && there?.version === version) {
        done.unchanged += 1;
        return;
      }
      const written = await write(part);
      if (written.file === null) return drop(folder, written);
      await note(folder, written);
      done.files += 1;
      done.rows += written.rows;
      done.bytes += written.bytes;
    },
    /** Removes files of which there is nothing any more. */
    async removeRest(): Promise<void> {
      for (const folder of [...parts.keys()].filter((one) => !seen.has(one))) {
        await drop(folder, undefined);
      }
    },
  };
}

async function* following<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
