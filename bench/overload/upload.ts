// The upload of a large feed; runs in a process of its own.
//
// Reads an `UploadPlan` as JSON on standard input, writes an `UploadResult` on standard output.
import { text } from 'node:stream/consumers';

export interface UploadPlan {
  /** Of the feed. */
  readonly url: string;
  readonly key: string;
  readonly items: number;
  /** Added to prices: with another one every item is changed. */
  readonly raise: number;
  /** After so many it is broken off. */
  readonly mostSeconds?: number | undefined;
}

export interface UploadResult {
  readonly seconds: number;
  /** The status, and what was answered as far as it is of use where it is no success. */
  readonly answered: string;
}

const itemsAtOnce = 500;

const { url, key, items, raise, mostSeconds } = JSON.parse(await text(process.stdin)) as UploadPlan;
const breaksOff = new AbortController();
if (mostSeconds !== undefined) setTimeout(() => breaksOff.abort(), 1000 * mostSeconds);
const began = performance.now();
const answered = await upload();
const seconds = (performance.now() - began) / 1000;
const result: UploadResult = { seconds, answered };
process.stdout.write(JSON.stringify(result), () => process.exit(0));

async function upload(): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'svc-api-key': key, 'content-type': 'application/x-ndjson' },
      body: ReadableStream.from(lines()),
      duplex: 'half',
      signal: breaksOff.signal,
    } as RequestInit);
    const body = await response.text();
    return response.ok ? String(response.status) : `${response.status} ${body.slice(0, 200)}`;
  } catch (error) {
    if (breaksOff.signal.aborted) return 'broken off';
    throw error;
  }
}

async function* lines() {
  for (let at = 0; at < items; at += itemsAtOnce) {
    const some = Array.from({ length: itemsAtOnce }, (_, one) => itemText(at + one));
    yield Buffer.from(some.join(''));
  }
}

function itemText(at: number): string {
  const item = {
    ...{ sku: `sku-${at}`, group_id: `group-${at % 50_000}`, name: `Item ${at}` },
    ...{ url: `https://shop.example/p/${at}`, price: 1 + raise + (at % 900), in_stock: at % 7 > 0 },
    ...{ image_url: `https://shop.example/i/${at}.webp`, categories: [`Category ${at % 20}`] },
    ...{ brand: `Brand ${at % 15}`, color: `Color ${at % 9}` },
  };
  return `${JSON.stringify(item)}\n`;
}
