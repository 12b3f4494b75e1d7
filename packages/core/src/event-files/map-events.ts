// How a checked mapping turns a row of a file into events, still to be read as those of the API.
import type { Json } from '../feeds/json.ts';
import {
  bareName,
  isJsonObject,
  readCell,
  scalarText,
  shown,
  valueAt,
} from '../feeds/mapping-parts.ts';
import { type EventDraft, exactSum, type OrderLine } from './draft.ts';
import { customType, type EventMapping, isEventType } from './mapping.ts';
import { type Cells, type RowFindings, readCells } from './row-cells.ts';
import { readFileTime } from './time.ts';

/** What a row of a file is: events, of a type that is left out, or faulty. */
export type MappedEvents =
  | {
      readonly kind: 'events';
      readonly drafts: readonly EventDraft[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'other-type'; readonly type: string }
  | { readonly kind: 'fault'; readonly message: string };

/** Of one product. */
const ofProduct = new Set([
  ...['product-view-v1', 'add-to-cart-v1', 'remove-from-cart-v1', 'add-to-wishlist-v1'],
]);
/** With a cart. */
const ofCart = new Set(['purchase-v1', 'refund-v1', 'sync-cart-v1']);
const ofPerson = new Set(['identify-v1', 'login-v1', 'signup-v1', 'newsletter-subscription-v1']);

interface Line {
  readonly productId: string;
  readonly quantity: number;
  readonly itemPrice?: number;
}

/** Maps one row. Never throws: every fault of the row is in `message`, joined by '; '. */
export function mapEvents(mapping: EventMapping, row: unknown): MappedEvents {
  if (!isJsonObject(row)) {
    return { kind: 'fault', message: `a row must be an object, not ${shown(row)}` };
  }
  const findings: RowFindings = { faults: [], notes: [] };
  const word = scalarText(readCell(mapping.type, row, mapping).value) ?? '';
  const type = typeOf(mapping, word);
  if (word !== '' && type === undefined) return { kind: 'other-type', type: word };
  if (type === undefined) findings.faults.push('type is missing');
  const person = readCells(mapping.user, row, mapping, findings);
  const own = readCells(mapping.own, row, mapping, findings);
  const time = timeOf(mapping, row, findings);
  const cells = readCells(mapping.properties, row, mapping, findings);
  if (person['cuid'] === undefined && person['device'] === undefined) {
    findings.faults.push('user is missing');
  }
  const items = itemsOf(mapping, row, findings);
  const { faults, notes } = findings;
  if (faults.length > 0) return { kind: 'fault', message: faults.join('; ') };
  const { cuid, cuidType = 'external', device } = person;
  if (cuidType !== 'he' && [cuid, device].some(isAddress)) notes.push(rawAddress);
  const user = {
    ...(cuid !== undefined && { cuid, cuidType }),
    ...(device !== undefined && { svcid: device }),
  };
  const from: Reading = { type: type!, cells, items, person: user, time };
  const made = propertiesOf(from);
  const drafts = made.map(({ properties, order }, at): EventDraft => {
    const eventId =
      own['eventId'] === undefined ? undefined : idOf(own['eventId'], at, made.length);
    const event = {
      ...{ name: own['name'] ?? word, timestamp: time, properties },
      ...(eventId !== undefined && { eventId }),
    };
    const session = own['session'] === undefined ? {} : { session: { custom: own['session'] } };
    return { user, ...session, event, ...(order && !mapping.items && { order }) };
  });
  return { kind: 'events', drafts, notes: [...notes, ...made.flatMap(({ note }) => note ?? [])] };
}

function isAddress(value: unknown): boolean {
  if (typeof value !== 'string' || /\s/.test(value.trim())) return false;
  const [name = '', host = '', ...rest] = value.trim().split('@');
  const dot = host.indexOf('.');
  return name !== '' && rest.length === 0 && dot > 0 && dot < host.length - 1;
}

/** As the API keeps it: only names of the type `he` must be hashes. */
const rawAddress =
  'user is an e-mail address, kept as it is written; to keep none, send its hash, with the cuidType of hashes';

/** Several events of one row have an id each. */
const idOf = (id: Json, at: number, all: number) => (all === 1 ? id : `${id}:${at + 1}`);

function typeOf({ types, otherTypes }: EventMapping, word: string): string | undefined {
  if (word === '') return undefined;
  const known = types.get(bareName(word)) ?? (isEventType(word) ? word : undefined);
  return known ?? (otherTypes === 'custom' ? customType : undefined);
}

function timeOf(mapping: EventMapping, row: unknown, { faults, notes }: RowFindings): number {
  const { value, fault } = readCell(mapping.timestamp, row, mapping);
  if (fault !== undefined) faults.push(`timestamp ${fault}`);
  else if (value === undefined || value === null) faults.push('timestamp is missing');
  else {
    const read = readFileTime(value, mapping.zone);
    if ('time' in read) {
      if (read.isAmbiguous) notes.push('timestamp may have its day before its month');
      return read.time;
    }
    faults.push(`timestamp ${read.fault}`);
  }
  return 0;
}

/** The lines in a list of the row; undefined where it has none. */
function itemsOf(
  mapping: EventMapping,
  row: unknown,
  findings: RowFindings,
): readonly Line[] | undefined {
  if (!mapping.items) return undefined;
  const { from, columns } = mapping.items;
  const list = from.map((path) => valueAt(row, path)).find((value) => Array.isArray(value));
  return (list as unknown[] | undefined)?.flatMap((item) => {
    const line = lineOf(readCells(columns, item, mapping, findings));
    // What an order cost counts, whatever it says of its products.
    if (!line) findings.notes.push('an item without a productId is left out');
    return line ?? [];
  });
}

function lineOf({ productId, quantity, itemPrice, lineValue }: Cells): Line | undefined {
  if (productId === undefined) return undefined;
  const pieces = amountOf(quantity) ?? 1;
  const whole = amountOf(lineValue);
  const each = whole !== undefined && pieces > 0 ? exactSum([whole / pieces]) : undefined;
  const price = amountOf(itemPrice) ?? each;
  const line = { productId: String(productId), quantity: pieces };
  return price === undefined ? line : { ...line, itemPrice: price };
}

/** A number, also as text; what is none is left for the event's own reading to refuse. */
function amountOf(value: Json | undefined): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const amount = Number(value);
  return Number.isFinite(amount) ? amount : undefined;
}

interface Reading {
  readonly type: string;
  readonly cells: Cells;
  readonly items: readonly Line[] | undefined;
  readonly person: Readonly<Record<string, unknown>>;
  readonly time: number;
}

interface Made {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly order?: OrderLine;
  readonly note?: string;
}

function propertiesOf(reading: Reading): readonly Made[] {
  const { type, cells, items, person } = reading;
  if (type === customType) return [{ properties: cells }];
  if (ofProduct.has(type)) {
    const lines = items && items.length > 0 ? items : [lineOf(cells)];
    return lines.map((line) => ({ properties: ofOneProduct(reading, line, lines.length) }));
  }
  if (ofCart.has(type)) return [withCart(reading)];
  const { lineValue: _, ...rest } = cells;
  const { svcid: __, ...names } = person;
  return [{ properties: { svcType: type, ...(ofPerson.has(type) && names), ...rest } }];
}

function ofOneProduct({ type, cells }: Reading, line: Line | undefined, lines: number) {
  const value = lines === 1 ? cells['value'] : undefined;
  const { quantity = 1, itemPrice } = line ?? {};
  const { lineValue, itemPrice: _, ...rest } = cells;
  const whole = lines === 1 ? lineValue : undefined;
  const price = itemPrice === undefined ? 0 : exactSum([itemPrice * quantity]);
  return {
    ...{ svcType: type, ...rest, productId: line?.productId, quantity },
    value: value ?? whole ?? price,
  };
}

function withCart({ type, cells, items, time }: Reading): Made {
  const { productId, quantity, itemPrice, lineValue, ...rest } = cells;
  const own = items === undefined ? lineOf({ ...cells }) : undefined;
  const cart = items ?? (own ? [own] : []);
  const known = own && lineValue !== undefined ? amountOf(lineValue) : linesValue(cart);
  const { value = type === 'refund-v1' ? known : (known ?? 0) } = cells;
  // A refund that names neither lines nor an amount is of the whole order.
  const isCartKnown = type !== 'refund-v1' || cart.length > 0;
  const properties = {
    ...{ svcType: type, ...rest },
    ...(value !== undefined && { value }),
    ...(isCartKnown && { cart }),
  };
  const isUnknown = type === 'purchase-v1' && known === undefined && cells['value'] === undefined;
  const note = isUnknown ? { note: 'value of a purchase is missing; 0 counts' } : {};
  const transaction = cells['uniqueTransactionId'];
  if (transaction === undefined || type === 'sync-cart-v1') return { properties, ...note };
  const stated = amountOf(cells['value']);
  // A part may go back on each of several days.
  const key = JSON.stringify([type, transaction, ...(type === 'refund-v1' ? [time] : [])]);
  const order = {
    ...{ key, lines: cart, isWhole: false },
    ...(known !== undefined && { linesValue: known }),
    ...(stated !== undefined && { value: stated }),
  };
  return { properties, order, ...note };
}

/** What lines cost, as far as they say; undefined where none does. */
function linesValue(lines: readonly Line[]): number | undefined {
  const amounts = lines.flatMap(({ itemPrice, quantity }) =>
    itemPrice === undefined ? [] : [itemPrice * quantity],
  );
  return amounts.length > 0 ? exactSum(amounts) : undefined;
}
