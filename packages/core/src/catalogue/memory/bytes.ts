// Bytes of JSON text in UTF-8: compared, hashed, made of values and read as values.
import type { Json } from '../../feeds/json.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes that grow; what lies behind `used` means nothing. */
export interface Bytes {
  data: Uint8Array;
  used: number;
}

/** FNV-1a, mixed so that its lower bits say as much as the others. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Are so many bytes of both the same? */
export function areSame(
  one: Uint8Array,
  from: number,
  other: Uint8Array,
  otherFrom: number,
  length: number,
): boolean {
  for (let at = 0; at < length; at += 1) {
    if (one[from + at] !== other[otherFrom + at]) return false;
  }
  return true;
}

/** A value as JSON text in UTF-8. */
export function jsonOf(value: Json): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/** Text of UTF-8. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

/** The value that JSON text stands for. */
export function readValue(bytes: Uint8Array, from: number, to: number): Json {
  return JSON.parse(textOf(bytes, from, to));
}

/** Writes text as UTF-8, and says how many bytes it took. There must be three for each unit. */
export function writeText(text: string, into: Uint8Array, at: number): number {
  return encoder.encodeInto(text, into.subarray(at)).written;
}

/** Makes room for so many bytes more. */
export function reserve(bytes: Bytes, more: number): void {
  if (bytes.used + more <= bytes.data.length) return;
  const larger = new Uint8Array(Math.max(bytes.used + more, bytes.data.length * 2, 256));
  larger.set(bytes.data.subarray(0, bytes.used));
  bytes.data = larger;
}

/** Adds a part of other bytes. */
export function append(bytes: Bytes, from: Uint8Array, start: number, end: number): void {
  reserve(bytes, end - start);
  const { data } = bytes;
  let at = bytes.used;
  // A view costs more than copying a few bytes one by one.
  if (end - start > 64) data.set(from.subarray(start, end), at);
  else for (let next = start; next < end; next += 1) data[at++] = from[next]!;
  bytes.used += end - start;
}
