// What of a request's page context becomes a pageview, and when that is the view of a product.

import { firstCharacters } from '../text/characters.ts';
import { pointerTo } from '../text/pointer.ts';
import { withoutBlanks } from './blanks.ts';
import type { Event, PageFacts } from './event.ts';
import type { Fault, Source } from './fields.ts';
import { has, openSource, passOver, present, readOptionalText, readTexts } from './fields.ts';
import type { EventDefaults, ParsedEvent } from './parse.ts';

/** The types of pages, in the order of their numbers in ids of slots. */
export const pageTypes = ['HOMEPAGE', 'CATEGORY', 'PRODUCT', 'CART', 'OTHER'] as const;
/** A type in whatever case it came; undefined where it is none. */
const pageTypeOf = (raw: unknown): PageFacts['type'] | undefined =>
  pageTypes.find((each) => typeof raw === 'string' && each === raw.toUpperCase());

const maxAddress = 2_000;
const maxLocale = 100;
const maxData = 100;
const maxDatum = 1_000;

/**
 * Parses `context` of POST /v2/collect/user/pageview; `defaults.pointer` is `/context`. Every part
 * is optional, and passed over where it cannot be read; a page without a type is OTHER. A PRODUCT
 * page gives one event, a pageview that has the sku of `data[0]` and observes a view; there is no
 * second event beside it. Addresses end after 2,000 characters: the page must not break because of
 * a long query.
 */
export function parsePageview(context: unknown, defaults: EventDefaults): ParsedEvent {
  const faults: Fault[] = [];
  const passedOver: Fault[] = [];
  const from = openSource(withoutBlanks(context, 3) ?? {}, defaults.pointer, faults, passedOver);
  const at = pointerTo(defaults.pointer, 'page');
  const source = from && openSource(from.record['page'] ?? {}, at, faults, passedOver);
  const page = source && readPage({ ...source, faults: passedOver });
  if (page === undefined || faults.length > 0) return { ok: false, faults };
  const { id, now: time, session } = defaults;
  const sku = page.type === 'PRODUCT' ? page.data[0] : undefined;
  const event: Event = { id, time, name: 'pageview', session, kind: 'pageview', page };
  return { ok: true, event: sku === undefined ? event : { ...event, sku }, passedOver };
}

/** The type of a request's page, OTHER where it tells none; undefined: there is no page. */
export function pageTypeIn(
  context: { readonly page?: { readonly type?: string } } | undefined,
): PageFacts['type'] | undefined {
  return context?.page && (pageTypeOf(context.page.type) ?? 'OTHER');
}

function readPage(from: Source): PageFacts {
  const type = readType(from);
  const location = readAddress(from, 'location');
  const referrer = readAddress(from, 'referrer');
  const locale = readOptionalText(from, 'locale', maxLocale);
  const data = has(from, 'data') ? readTexts(from, 'data', maxData, maxDatum) : [];
  return { type, data, ...present({ location, referrer, locale }) };
}

function readType(from: Source): PageFacts['type'] {
  const raw = has(from, 'type') ? from.record['type'] : 'OTHER';
  const type = pageTypeOf(raw);
  if (type === undefined) passOver(from, 'type', `must be one of ${pageTypes.join(', ')}`);
  return type ?? 'OTHER';
}

/** An empty address, as `document.referrer` often is, is none. */
function readAddress(from: Source, name: string): string | undefined {
  const address = from.record[name];
  if (typeof address === 'string') return firstCharacters(address, maxAddress) || undefined;
  if (has(from, name)) passOver(from, name, 'must be a string');
  return undefined;
}
