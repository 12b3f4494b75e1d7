// A row that is an event of the API already, with its user: what a file may write otherwise.
import { isJsonObject, scalarText } from '../feeds/mapping-parts.ts';
import { isRawNumber } from '../json/index.ts';
import { type EventDraft, exactSum, type OrderLine } from './draft.ts';

type Members = Readonly<Record<string, unknown>>;

/** Is a row an event as the API takes it, beside its user? */
export function isNativeEvent(row: unknown): boolean {
  if (!isJsonObject(row)) return false;
  const { user, properties, svcType } = row;
  if (svcType !== undefined) return false;
  const isTyped = isJsonObject(properties) && Object.hasOwn(properties, 'svcType');
  return isTyped || (isJsonObject(user) && typeof row['name'] === 'string');
}

/** The draft of such a row. Names that stand as numbers are text, with every digit. */
export function nativeDraft(row: Members): EventDraft {
  const { user = {}, session, ...event } = row;
  const properties = isJsonObject(event['properties']) ? event['properties'] : undefined;
  const named = properties && {
    ...textsOf(properties, ['productId', 'uniqueTransactionId', 'itemId', 'cuid']),
    ...(Array.isArray(properties['cart']) && { cart: properties['cart'].map(lineOf) }),
  };
  const order = named && orderOf(named);
  return {
    user: isJsonObject(user) ? textsOf(user, ['cuid', 'svcid', 'id']) : {},
    ...(session !== undefined && { session }),
    event: { ...textsOf(event, ['eventId']), ...(named && { properties: named }) },
    ...(order && { order }),
  };
}

const lineOf = (line: unknown) => (isJsonObject(line) ? textsOf(line, ['productId']) : line);

function textsOf(members: Members, names: readonly string[]): Members {
  const numbers = names.filter(
    (name) => typeof members[name] === 'number' || isRawNumber(members[name]),
  );
  const texts = numbers.map((name) => [name, scalarText(members[name])]);
  return { ...members, ...Object.fromEntries(texts) };
}

function amountOf(line: unknown): number {
  const { itemPrice, quantity = 1 } = isJsonObject(line) ? line : {};
  return itemPrice === undefined ? Number.NaN : Number(itemPrice) * Number(quantity);
}

function orderOf(properties: Members): OrderLine | undefined {
  const { svcType, uniqueTransactionId: id, cart, value } = properties;
  if (svcType !== 'purchase-v1' || typeof id !== 'string' || !Array.isArray(cart)) return undefined;
  const linesValue = exactSum(cart.map(amountOf));
  const stated = value === undefined ? Number.NaN : Number(value);
  return {
    ...{ key: JSON.stringify([svcType, id]), lines: cart, isWhole: true },
    ...(Number.isFinite(linesValue) && { linesValue }),
    ...(Number.isFinite(stated) && { value: stated }),
  };
}
