// How a file of events becomes the days that strategies are judged by, and one of items a feed.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import {
  type Catalogue,
  changeCatalogue,
  type InteractionBlock,
  type InteractionRow,
  type Item,
  makeBlock,
  parseEvent,
} from '@attune/core';
import { ApiError } from '../../api-error.ts';
import { rowsOf } from '../../features/events/interactions/index.ts';
import { progressBar } from '../output.ts';

const msPerDay = 86_400_000;
const mostRejectionsShown = 20;

/** What was read of a file of events. */
export interface History {
  readonly blocks: readonly InteractionBlock[];
  /** Lines that say something of items, that say nothing of them, and that cannot be read. */
  readonly counted: number;
  readonly others: number;
  readonly rejected: number;
  /** The first twenty. */
  readonly rejections: readonly { readonly line: number; readonly message: string }[];
}

/** Reads events as `attune events import` takes them: NDJSON, gzip where it ends in .gz. */
export async function readHistory(path: string): Promise<History> {
  const days = new Map<number, InteractionRow[]>();
  const users = new Map<string, bigint>();
  const rejections: { line: number; message: string }[] = [];
  let counted = 0;
  let others = 0;
  let rejected = 0;
  await eachLine(path, 'Reading events', (text, line) => {
    try {
      const rows = readLine(text, line, users);
      if (rows.length === 0) others += 1;
      else counted += 1;
      for (const row of rows) {
        const day = Math.floor(row.time / msPerDay);
        const ofDay = days.get(day) ?? [];
        days.set(day, ofDay);
        ofDay.push(row);
      }
    } catch (error) {
      rejected += 1;
      const { message } = error as Error;
      if (rejections.length < mostRejectionsShown) rejections.push({ line, message });
    }
  });
  const blocks = [...days].map(([day, rows]) => makeBlock(day, rows));
  return { blocks, counted, others, rejected, rejections };
}

interface EventLine {
  readonly user?: { dyid?: string; dyid_server?: string; cuid?: string; cuidType?: string };
  readonly session?: { svc?: string; custom?: string };
}

function readLine(text: string, line: number, users: Map<string, bigint>): InteractionRow[] {
  const { user, session, ...raw } = JSON.parse(text) as EventLine;
  const { cuid, cuidType = '', ...device } = user ?? {};
  const name = cuid === undefined ? Object.values(device).join(' ') : `${cuidType} ${cuid}`;
  if (name.trim() === '') throw new Error('the event says no user');
  const parsed = parseEvent(raw, {
    id: String(line),
    now: Date.now(),
    session: session?.svc ?? session?.custom ?? '',
    pointer: '',
    reachMs: Infinity,
    clockAheadMs: 0,
  });
  if (!parsed.ok) {
    throw new Error(parsed.faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; '));
  }
  const id = users.get(name) ?? BigInt(users.size);
  users.set(name, id);
  return rowsOf(id, parsed.event);
}

/** Reads items, NDJSON with a `sku` each, as a feed in memory. */
export async function readItems(path: string): Promise<Catalogue> {
  const change = changeCatalogue();
  await eachLine(path, 'Reading items', (text, line) => {
    const item = JSON.parse(text) as Item;
    if (typeof item['sku'] !== 'string') {
      throw new ApiError('invalid_request', `Line ${line} of ${path} is no item with a sku.`);
    }
    change.put(JSON.stringify(asFed(item)));
  });
  return change.finish('1');
}

/** As a feed would have it: cells without anything in them are none, categories are a list. */
function asFed(item: Item): Item {
  const filled = Object.entries(item).filter(([, value]) => value !== '' && value !== null);
  const { categories } = item;
  const list = typeof categories === 'string' && categories !== '' ? categories.split('|') : null;
  // From pairs: a column may be called `__proto__`.
  return Object.fromEntries(list ? [...filled, ['categories', list]] : filled) as Item;
}

async function eachLine(
  path: string,
  doing: string,
  tell: (text: string, line: number) => void,
): Promise<void> {
  const { size } = await stat(path).catch(() => {
    throw new ApiError('not_found', `There is no file ${path}.`);
  });
  const file = createReadStream(path);
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  const progress = progressBar(doing);
  let line = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1;
      if (text.trim() !== '') tell(text, line);
      if (line % 10_000 === 0) progress.report(file.bytesRead / size, `${line} lines`);
    }
    progress.report(1, `${line} lines`);
  } finally {
    progress.done();
  }
}
