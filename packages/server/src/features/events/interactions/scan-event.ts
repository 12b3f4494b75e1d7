// Scans a stored event's bytes for what concerns items, and skips all else.
import type { Span } from '@attune/core';
import { type ItemEvent, interactionEvents } from './interactions.ts';
import { JsonCursor, namesOf, UnusualJson } from './json-cursor.ts';

/** As every encoded event begins; see `encodeEvent`. */
const head = Buffer.from('{"v":1,"event":{');
const ofEvent = namesOf([
  ...['id', 'time', 'kind', 'session', 'sku', 'quantity', 'transactionId', 'cart', 'isInternal'],
]);
const ofLine = namesOf(['sku', 'quantity']);
const kinds = namesOf(interactionEvents);

/** An event whose texts are spans of the bytes that it was read from. */
type Scanned = { -readonly [Name in keyof ItemEvent<Span>]: ItemEvent<Span>[Name] };

export interface EventScanner {
  /**
   * The event of an encoded one whose JSON begins at `from`, as far as items go: good until the
   * next one. Undefined where it must be parsed to know.
   */
  readonly scan: (bytes: Buffer, from: number) => ItemEvent<Span> | undefined;
}

/**
 * Begins to scan events. It is one object and one closure for all of them: a site has millions, and
 * parsing them would be nearly all of the work of reading a day.
 */
export function scanEvents(): EventScanner {
  const cursor = new JsonCursor();
  const scanned: Scanned = { kind: '', id: 0, time: -1, session: 0, quantity: 0 };
  let hasSession = false;
  const readLines = () => linesAt(cursor);
  const readMember = (name: string | undefined): void => {
    if (name === undefined) cursor.skip();
    else if (name === 'id') scanned.id = cursor.span();
    else if (name === 'time') scanned.time = cursor.number();
    else if (name === 'kind') scanned.kind = cursor.oneOf(kinds) ?? '';
    else if (name === 'sku') scanned.sku = cursor.span();
    else if (name === 'quantity') scanned.quantity = cursor.number();
    else if (name === 'transactionId') scanned.transactionId = cursor.span();
    else if (name === 'cart') scanned.cart = readLines();
    else if (name === 'isInternal') {
      // It is only ever true.
      cursor.skip();
      scanned.isInternal = true;
    } else {
      scanned.session = cursor.span();
      hasSession = true;
    }
  };
  return {
    scan(bytes, from) {
      for (let at = 0; at < head.length; at += 1) {
        if (bytes[from + at] !== head[at]) return undefined;
      }
      scanned.kind = '';
      scanned.id = 0;
      scanned.time = -1;
      hasSession = false;
      scanned.sku = undefined;
      scanned.transactionId = undefined;
      scanned.cart = undefined;
      scanned.isInternal = undefined;
      try {
        cursor.turnTo(bytes, from + head.length);
        cursor.members(ofEvent, readMember);
      } catch (error) {
        if (error instanceof UnusualJson) return undefined;
        throw error;
      }
      return scanned.time >= 0 && hasSession && scanned.kind !== '' && scanned.id !== 0
        ? scanned
        : undefined;
    },
  };
}

function linesAt(cursor: JsonCursor): NonNullable<Scanned['cart']> {
  const lines: { sku: Span; quantity: number }[] = [];
  cursor.objects(() => {
    let sku: Span | undefined;
    let quantity: number | undefined;
    cursor.members(ofLine, (name) => {
      if (name === 'sku') sku = cursor.span();
      else if (name === 'quantity') quantity = cursor.number();
      else cursor.skip();
    });
    if (sku === undefined || quantity === undefined) throw new UnusualJson();
    lines.push({ sku, quantity });
  });
  return lines;
}
