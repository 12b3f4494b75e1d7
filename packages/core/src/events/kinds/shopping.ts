// What happens on the way to an order and after it: cart, wishlist, purchase, refund.

import { has, present, readAmount, readIdentifierText, readText, type Source } from '../fields.ts';
import type { CartLine, Signal } from '../parts.ts';
import { joined, type Kind, nothing, type Rename, type Statement } from './kind.ts';
import { maxText, money, pieces, readCart, readCurrency, readSku } from './reading.ts';

const maxTransactionId = 64;
const linesNamed = 3;

export interface CartChange {
  readonly kind: 'add-to-cart' | 'remove-from-cart';
  readonly sku: string;
  readonly quantity: number;
  readonly value?: number;
  readonly currency?: string;
  /** The whole basket after the change, where the caller sent it. */
  readonly cart?: readonly CartLine[];
}

const cartChange = (kind: CartChange['kind']): Kind<CartChange> => ({
  read(from) {
    const value = readAmount(from, 'value', money);
    const currency = readCurrency(from);
    const sku = readSku(from);
    const quantity = readAmount(from, 'quantity', pieces);
    const cart = has(from, 'cart') ? readCart(from) : undefined;
    return { kind, sku, quantity, value, ...present({ currency, cart }) };
  },
  isActivity: true,
  statements: (change) => ofLines(kind, [change]),
  about: (change) => cartInWords([change]),
  anonymised: ({ value, currency, quantity }) => ({
    ...{ kind, name: kind, sku: '', quantity },
    ...present({ value, currency }),
  }),
});
export const addToCart = cartChange('add-to-cart');
export const removeFromCart = cartChange('remove-from-cart');

export interface SyncCart {
  readonly kind: 'sync-cart';
  readonly value?: number;
  readonly currency?: string;
  readonly cart: readonly CartLine[];
}

/** The state of a cart says nothing of affinity by itself: the adding is an event of its own. */
export const syncCart: Kind<SyncCart> = {
  read(from) {
    const value = readAmount(from, 'value', money);
    const currency = readCurrency(from);
    return { kind: 'sync-cart', value, ...present({ currency }), cart: readCart(from) };
  },
  isActivity: true,
  statements: nothing,
  about: (event) => joined([cartInWords(event.cart), moneyInWords(event)]),
  anonymised: null,
};

export interface AddToWishlist {
  readonly kind: 'add-to-wishlist';
  readonly sku: string;
}

export const addToWishlist: Kind<AddToWishlist> = {
  read: (from) => ({ kind: 'add-to-wishlist', sku: readSku(from) }),
  isActivity: true,
  statements: ({ sku }) => [{ signal: 'wishlist', sku }],
  about: ({ sku }) => sku,
  anonymised: ({ kind }) => ({ kind, name: kind, sku: '' }),
};

export interface EnterPromoCode {
  readonly kind: 'enter-promo-code';
  readonly code: string;
}

export const enterPromoCode: Kind<EnterPromoCode> = {
  read: (from) => ({ kind: 'enter-promo-code', code: readText(from, 'code', maxText) }),
  isActivity: true,
  statements: nothing,
  about: ({ code }) => code,
  anonymised: null,
};

interface Transaction {
  readonly value?: number;
  readonly currency?: string;
  readonly transactionId?: string;
}

export interface Purchase extends Transaction {
  readonly kind: 'purchase';
  readonly cart: readonly CartLine[];
}

const transactionField = 'uniqueTransactionId';
const readTransactionId = (from: Source) =>
  readIdentifierText(from, transactionField, maxTransactionId);

export const purchase: Kind<Purchase> = {
  read(from) {
    const value = readAmount(from, 'value', money);
    const currency = readCurrency(from);
    const transactionId = has(from, transactionField) ? readTransactionId(from) : undefined;
    const cart = readCart(from);
    return { kind: 'purchase', value, ...present({ currency, transactionId }), cart };
  },
  isActivity: true,
  statements: ({ cart }) => ofLines('purchase', cart),
  about: transactionInWords,
  anonymised: ({ kind, ...event }, rename) => ({
    ...{ kind, name: kind, cart: [] },
    ...anonymousTransaction(event, rename),
  }),
};

export interface Refund extends Transaction {
  readonly kind: 'refund';
  /** What went back; absent when only a value, or the whole transaction, did. */
  readonly cart?: readonly CartLine[];
}

/** Is the whole transaction refunded? One that names lines or a value refunds so much of it. */
export const isWholeRefund = ({ cart, value }: Refund): boolean =>
  cart === undefined && value === undefined;

/** A whole one says nothing of affinity until `takeBack` knows its purchase; a value never does. */
export const refund: Kind<Refund> = {
  read(from) {
    // Without a value that it was meant to have, it would refund the whole.
    const value = has(from, 'value') ? readAmount(from, 'value', money) : undefined;
    const currency = readCurrency(from);
    const transactionId = readTransactionId(from);
    // An empty cart is a refund of no product.
    const cart = has(from, 'cart') ? readCart(from) : undefined;
    return { kind: 'refund', transactionId, ...present({ value, currency, cart }) };
  },
  isActivity: true,
  statements: ({ cart = [] }) => ofLines('refund', cart),
  about: transactionInWords,
  anonymised: ({ kind, ...event }, rename) => ({
    ...{ kind, name: kind, ...(event.cart !== undefined && { cart: [] }) },
    ...anonymousTransaction(event, rename),
  }),
};

/**
 * A refund whose lines without a price take the one at which its purchase sold the product: of
 * several lines of it the mean by pieces. Where the purchase names none, the line stays as it is.
 */
export function priced(refund: Refund, purchase: Purchase): Refund {
  if (!refund.cart?.some(({ price }) => price === undefined)) return refund;
  const lines = purchase.cart.filter(({ price, quantity }) => price !== undefined && quantity > 0);
  const sold = Map.groupBy(lines, ({ sku }) => sku);
  const total = (all: readonly CartLine[], of: (line: CartLine) => number) =>
    all.reduce((sum, line) => sum + of(line), 0);
  const cart = refund.cart.map((line) => {
    const same = sold.get(line.sku);
    if (line.price !== undefined || same === undefined) return line;
    const value = total(same, ({ price = 0, quantity }) => price * quantity);
    return { ...line, price: value / total(same, ({ quantity }) => quantity) };
  });
  return { ...refund, cart };
}

/** A line counts once whatever its quantity, not at all when that is 0 or less. */
function ofLines(signal: Signal, lines: readonly CartLine[]): Statement[] {
  return lines.filter((line) => line.quantity > 0).map((line) => ({ signal, sku: line.sku }));
}

/** The transaction gets another name, by which refunds take back the same purchases as before. */
function anonymousTransaction(
  { value, cart, currency, transactionId }: Transaction & { readonly cart?: readonly CartLine[] },
  rename: Rename,
): Transaction {
  const sum = value ?? cart?.reduce((all, one) => all + one.quantity * (one.price ?? 0), 0);
  const name = transactionId === undefined ? undefined : rename(transactionId);
  return present({ value: sum, currency, transactionId: name });
}

function transactionInWords(event: Transaction & { readonly cart?: readonly CartLine[] }): string {
  return joined([cartInWords(event.cart ?? []), moneyInWords(event), event.transactionId]);
}

function cartInWords(lines: readonly CartLine[]): string {
  const named = lines.slice(0, linesNamed).map(({ sku, quantity }) => `${quantity} × ${sku}`);
  const left = lines.length - named.length;
  return joined([...named, left > 0 ? `and ${left} more` : undefined]);
}

function moneyInWords({ value, currency }: Transaction): string | undefined {
  return value === undefined ? undefined : joined([`${value}${currency ? ` ${currency}` : ''}`]);
}
