// What each event type of the wire holds, and which of its fields the event log keeps.

import type { CartLine, EventFacts, InformedProduct, InformedTaste } from './event.ts';
import type { Source } from './fields.ts';
import {
  has,
  present,
  readNumber,
  readObjects,
  readOptionalNumber,
  readOptionalText,
  readText,
  readTexts,
  refuse,
} from './fields.ts';
import { readIdentifiers } from './identifier.ts';

/** Limits on what one event may hold, in characters and elements. */
const maxSku = 1_000;
const maxText = 1_000;
const maxProperty = 100;
const maxTransactionId = 64;
const maxCartLines = 1_000;
const maxInformed = 30;
const maxInformedValues = 10;

type Reader = (properties: Source) => EventFacts;
type CartChange = 'add-to-cart' | 'remove-from-cart';
type Introduction = 'identify' | 'login' | 'signup' | 'newsletter-subscription';
type MessageOption = 'message-optin' | 'message-optout';

/**
 * By `properties.svcType`, how its properties become facts. A reader notes every fault and then
 * returns placeholders, which nobody sees.
 */
export const readersByType: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['product-view-v1', (from) => ({ kind: 'product-view', sku: readSku(from) })],
  ['add-to-cart-v1', (from) => readCartChange(from, 'add-to-cart')],
  ['remove-from-cart-v1', (from) => readCartChange(from, 'remove-from-cart')],
  ['sync-cart-v1', readSyncCart],
  ['purchase-v1', readPurchase],
  ['refund-v1', readRefund],
  ['add-to-wishlist-v1', (from) => ({ kind: 'add-to-wishlist', sku: readSku(from) })],
  ['keyword-search-v1', readKeywordSearch],
  ['filter-items-v1', readFilter],
  ['sort-items-v1', readSort],
  ['change-attr-v1', readChangeAttribute],
  ['inform-affinity-v1', readInformAffinity],
  ['identify-v1', (from) => readIdentity(from, 'identify')],
  ['login-v1', (from) => readIdentity(from, 'login')],
  ['signup-v1', (from) => readIdentity(from, 'signup')],
  ['newsletter-subscription-v1', (from) => readIdentity(from, 'newsletter-subscription')],
  ['video-watch-v1', readVideoWatch],
  ['enter-promo-code-v1', (from) => ({ kind: 'enter-promo-code', code: readCode(from) })],
  ['message-optin-v1', (from) => readMessageOption(from, 'message-optin')],
  ['message-optout-v1', (from) => readMessageOption(from, 'message-optout')],
]);

function readSku(from: Source): string {
  return readText(from, 'productId', maxSku);
}

function readCode(from: Source): string {
  return readText(from, 'code', maxText);
}

function readCurrency(from: Source): string | undefined {
  const currency = readOptionalText(from, 'currency', 3);
  if (currency === undefined || /^[a-z]{3}$/i.test(currency)) return currency?.toUpperCase();
  if (currency !== '') refuse(from, 'currency', 'must be a currency code of three letters');
  return undefined;
}

function readLine(line: Source): CartLine {
  const sku = readSku(line);
  const quantity = readNumber(line, 'quantity');
  return { sku, quantity, ...present({ price: readOptionalNumber(line, 'itemPrice', 0) }) };
}

function readCart(from: Source): CartLine[] {
  return readObjects(from, 'cart', maxCartLines, readLine);
}

function readCartChange(from: Source, kind: CartChange): EventFacts {
  const value = readNumber(from, 'value', 0);
  const currency = readCurrency(from);
  const sku = readSku(from);
  const quantity = readNumber(from, 'quantity');
  const cart = has(from, 'cart') ? readCart(from) : undefined;
  return { kind, sku, quantity, value, ...present({ currency, cart }) };
}

function readSyncCart(from: Source): EventFacts {
  const value = readNumber(from, 'value', 0);
  const currency = readCurrency(from);
  return { kind: 'sync-cart', value, ...present({ currency }), cart: readCart(from) };
}

function readPurchase(from: Source): EventFacts {
  const value = readNumber(from, 'value', 0);
  const currency = readCurrency(from);
  const transactionId = readOptionalText(from, 'uniqueTransactionId', maxTransactionId);
  const cart = readCart(from);
  return { kind: 'purchase', value, ...present({ currency, transactionId }), cart };
}

function readRefund(from: Source): EventFacts {
  const value = readOptionalNumber(from, 'value', 0);
  const currency = readCurrency(from);
  const transactionId = readText(from, 'uniqueTransactionId', maxTransactionId);
  // No cart is a refund of the whole transaction; an empty one is a refund of no product.
  const cart = has(from, 'cart') ? readCart(from) : undefined;
  return { kind: 'refund', transactionId, ...present({ value, currency, cart }) };
}

function readKeywordSearch(from: Source): EventFacts {
  return { kind: 'keyword-search', keywords: readText(from, 'keywords', maxText) };
}

function readFilter(from: Source): EventFacts {
  const property = readText(from, 'filterType', maxProperty);
  const text = readOptionalText(from, 'filterStringValue', maxText);
  const number = readOptionalNumber(from, 'filterNumericValue');
  if (text === undefined && number === undefined) {
    const detail = 'needs filterStringValue or filterNumericValue';
    from.faults.push({ pointer: from.pointer, detail });
  }
  return { kind: 'filter-items', property, value: text ?? number ?? '' };
}

function readSort(from: Source): EventFacts {
  const sortBy = readText(from, 'sortBy', maxProperty);
  const order = (readOptionalText(from, 'sortOrder', maxProperty) ?? '').toUpperCase();
  return { kind: 'sort-items', sortBy, order };
}

function readChangeAttribute(from: Source): EventFacts {
  const property = readText(from, 'attributeType', maxProperty);
  return { kind: 'change-attr', property, value: readText(from, 'attributeValue', maxText) };
}

/** Values of an attribute or a product each, liked or, with `sentiment` dislike, not. */
function readInformAffinity(from: Source): EventFacts {
  const source = readOptionalText(from, 'source', maxText) ?? '';
  const data: InformedTaste[] = [];
  const products: InformedProduct[] = [];
  readObjects(from, 'data', maxInformed, (item) => {
    const sentiment = readSentiment(item);
    if (has(item, 'productId') && !has(item, 'attribute')) {
      products.push({ sku: readSku(item), ...sentiment });
    } else {
      const property = readText(item, 'attribute', maxProperty);
      const values = readTexts(item, 'values', maxInformedValues, maxText);
      data.push({ property, values, ...sentiment });
    }
  });
  return { kind: 'inform-affinity', source, data, ...(products.length > 0 && { products }) };
}

function readSentiment(item: Source): { dislikes?: true } {
  const sentiment = readOptionalText(item, 'sentiment', maxProperty) ?? 'like';
  if (sentiment === 'dislike') return { dislikes: true };
  if (sentiment !== 'like' && sentiment !== '')
    refuse(item, 'sentiment', 'must be like or dislike');
  return {};
}

function readIdentity(from: Source, kind: Introduction): EventFacts {
  return { kind, identifiers: readIdentifiers(from) };
}

function readVideoWatch(from: Source): EventFacts {
  const itemId = readText(from, 'itemId', maxSku);
  const progress = readOptionalText(from, 'progress', maxText) ?? '';
  const progressPercent = readOptionalNumber(from, 'progressPercent', 0);
  return { kind: 'video-watch', itemId, progress, ...present({ progressPercent }) };
}

function readMessageOption(from: Source, kind: MessageOption): EventFacts {
  return { kind, channel: readOptionalText(from, 'channel', maxText) ?? '' };
}
