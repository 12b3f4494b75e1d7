// A report's numbers as people read them.
import type { IntervalOutput, ReportOutput } from '@attune/contract';
import { kinds } from '../metrics/kinds.ts';

type Metric = ReportOutput['metric'];

/** A space that no line breaks at. */
const nbsp = '\u00a0';

/** How a metric's numbers are written: "3.12 %", "£41.20", "1.3". */
export function formatOf({ kind, currency }: Pick<Metric, 'kind' | 'currency'>) {
  return (value: number): string => {
    const { unit } = kinds[kind];
    if (unit === 'share') return sayPercent(value);
    if (unit === 'money' && currency !== null) return sayMoney(value, currency);
    return sayNumber(value);
  };
}

/** "1,234", "12.3", "0.0123": three digits that matter, whole numbers whole. */
export function sayNumber(value: number): string {
  const digits = Math.abs(value) >= 1_000 ? { maximumFractionDigits: 0 } : threeDigits;
  return signed(value, new Intl.NumberFormat('en-GB', digits).format(Math.abs(value)));
}

const threeDigits = { maximumSignificantDigits: 3 } as const;

function sayMoney(value: number, currency: string): string {
  const written = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  return signed(value, written.format(Math.abs(value)));
}

/** Of a part of one: "3.12 %". */
export function sayPercent(part: number): string {
  return `${sayNumber(100 * part)}${nbsp}%`;
}

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

/** "3.1 % to 4.2 %"; an end that is not known yet is put in words. */
export function sayInterval(
  { low, high }: Pick<IntervalOutput, 'low' | 'high'>,
  say: (value: number) => string,
): string {
  if (low === null && high === null) return 'not known yet';
  if (low === null) return `at most ${say(high as number)}`;
  if (high === null) return `at least ${say(low)}`;
  return `${say(low)} to ${say(high)}`;
}

/** "1,234 users", "1 user". */
export function sayUsers(users: number): string {
  return `${users.toLocaleString('en-GB')} ${users === 1 ? 'user' : 'users'}`;
}

function signed(value: number, written: string): string {
  return value < 0 ? `−${written}` : written;
}
