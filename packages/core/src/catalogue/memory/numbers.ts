// Numbers of JSON text, and how few bytes a segment's numbers fit in without any of them changing.
import { textOf } from './bytes.ts';

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const point = 0x2e;
const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/** Does a value begin as a number does? */
export const isNumber = (first: number) => (first >= zero && first <= nine) || first === minus;

/** The number that JSON text says. */
export function readNumber(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === minus;
  let mantissa = 0;
  let decimals = -1;
  // So many digits are a whole number that a double holds, and so is the power of ten: what comes
  // out of one division is the nearest double, as from parsing (Clinger 1990).
  if (to - from > 16) return Number(textOf(bytes, from, to));
  for (let at = isNegative ? from + 1 : from; at < to; at += 1) {
    const byte = bytes[at]!;
    if (byte >= zero && byte <= nine) {
      mantissa = mantissa * 10 + byte - zero;
      if (decimals >= 0) decimals += 1;
    } else if (byte === point && decimals < 0) decimals = 0;
    else return Number(textOf(bytes, from, to));
  }
  if (mantissa > Number.MAX_SAFE_INTEGER) return Number(textOf(bytes, from, to));
  const value = decimals > 0 ? mantissa / powers[decimals]! : mantissa;
  return isNegative && value !== 0 ? -value : value;
}

/** Numbers are `(base + packed) / scale`; the type's largest number stands for none. */
export interface Packed {
  readonly base: number;
  readonly scale: number;
  readonly data: Uint8Array | Uint16Array | Uint32Array;
}

/** Packs numbers, NaN for none; undefined where some would not come out as they went in. */
export function pack(numbers: Float64Array): Packed | undefined {
  const scale = scaleOf(numbers);
  if (scale === undefined) return undefined;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    if (Number.isNaN(number)) continue;
    const whole = Math.round(number * scale);
    if (whole < least) least = whole;
    if (whole > most) most = whole;
  }
  const room = roomFor(most - least, numbers.length);
  if (!room || !Number.isSafeInteger(least) || !Number.isSafeInteger(most)) return undefined;
  const none = largestOf(room);
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at]!;
    const whole = Math.round(number * scale);
    room[at] = Number.isNaN(number) ? none : whole - least;
    if (!Number.isNaN(number) && whole / scale !== number) return undefined;
  }
  return { base: least, scale, data: room };
}

/** What stands for no number. */
const largestOf = (data: Packed['data']) => 2 ** (8 * data.BYTES_PER_ELEMENT) - 1;

function scaleOf(numbers: Float64Array): number | undefined {
  let scale = 1;
  for (const number of numbers) {
    while (!Number.isNaN(number) && Math.round(number * scale) / scale !== number) {
      scale *= 10;
      if (scale > 1e6) return undefined;
    }
  }
  return scale;
}

function roomFor(range: number, length: number): Packed['data'] | undefined {
  if (range < 0xff) return new Uint8Array(length);
  if (range < 0xffff) return new Uint16Array(length);
  return range < 0xffff_ffff ? new Uint32Array(length) : undefined;
}
