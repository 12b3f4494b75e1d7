// A report's numbers as people read them: rounded in one way wherever they are shown.

/** A space that no line breaks at. */
const nbsp = '\u00a0';

/** Writes a number, with as many decimals as the number `like` would have; default: its own. */
export type Say = (value: number, like?: number) => string;

export interface Measure {
  readonly unit: 'share' | 'number' | 'money';
  /** Of money; null: no currency is set. */
  readonly currency: string | null;
}

/** How a metric's numbers are written: "3.12 %", "£41.20", "1.3". */
export function formatOf({ unit, currency }: Measure): Say {
  if (unit === 'share') return sayPercent;
  if (unit === 'money' && currency !== null) return (value) => sayMoney(value, currency);
  return sayNumber;
}

/** "1,234", "12.3", "0.0123": three digits that matter, whole numbers whole. */
export const sayNumber: Say = (value, like = value) => {
  const size = Math.abs(like);
  const decimals = size === 0 ? 0 : 2 - Math.floor(Math.log10(size));
  const maximumFractionDigits = Math.min(Math.max(decimals, 0), 20);
  const format = new Intl.NumberFormat('en-GB', { maximumFractionDigits });
  return signed(value, format.format(Math.abs(value)));
};

function sayMoney(value: number, currency: string): string {
  const written = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  return signed(value, written.format(Math.abs(value)));
}

/** Of a part of one: "3.12 %". */
export const sayPercent: Say = (part, like = part) =>
  `${sayNumber(100 * part, 100 * like)}${nbsp}%`;

/** A change as a part of what it changes: "+4.2 %", "−1 %". */
export function sayChange(part: number): string {
  const percent = 100 * part;
  const digits = Math.abs(percent) < 0.1 ? { maximumSignificantDigits: 1 } : oneDecimal;
  const written = new Intl.NumberFormat('en-GB', digits).format(Math.abs(percent));
  return `${part > 0 ? '+' : ''}${signed(part, written)}${nbsp}%`;
}

const oneDecimal = { maximumFractionDigits: 1 } as const;

/** How sure something is: "97 %", never quite 0 % or 100 %. */
export function sayChance(probability: number): string {
  if (probability > 0.99 && probability < 1) return `above 99${nbsp}%`;
  if (probability < 0.01 && probability > 0) return `below 1${nbsp}%`;
  return `${Math.round(100 * probability)}${nbsp}%`;
}

/** null: without an end on this side. */
interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}

/** "8.8–32.6 %", "−2.1 to +4.3 %"; undefined where neither end is known. */
export function sayInterval({ low, high }: Ends, say: Say): string | undefined {
  if (low === null) return high === null ? undefined : `up to ${say(high)}`;
  if (high === null) return `from ${say(low)}`;
  const larger = Math.abs(low) > Math.abs(high) ? low : high;
  const [first, last] = [say(low, larger), say(high, larger)];
  const unit = `${nbsp}%`;
  const from = last.endsWith(unit) && first.endsWith(unit) ? first.slice(0, -unit.length) : first;
  // A dash between signs would be read as one.
  return /[+−]/.test(first + last) ? `${from} to ${last}` : `${from}–${last}`;
}

/** The same as a reader meets it: "95 % interval 8.8–32.6 %". */
export function sayInterval95(ends: Ends, say: Say): string {
  const said = sayInterval(ends, say);
  return said === undefined ? 'Too little data for an interval' : `95${nbsp}% interval ${said}`;
}

/** Whether an interval tells better from worse; undefined: it does not yet. */
export function verdictOf(
  { low, high }: Ends,
  better: 'higher' | 'lower',
): 'better' | 'worse' | undefined {
  const isHigher = low !== null && low > 0;
  const isLower = high !== null && high < 0;
  if (!isHigher && !isLower) return undefined;
  return isHigher === (better === 'higher') ? 'better' : 'worse';
}

/** "3 days", "36 hours", "1 hour". */
export function sayHours(hours: number): string {
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** "1,234 users", "1 user". */
export function sayUsers(users: number): string {
  return `${users.toLocaleString('en-GB')} ${users === 1 ? 'user' : 'users'}`;
}

function signed(value: number, written: string): string {
  return value < 0 ? `−${written}` : written;
}
