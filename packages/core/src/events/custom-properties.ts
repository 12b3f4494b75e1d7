// What a site may say in an event of its own making: how flat, how many, how long.

import { isWithin } from '../text/characters.ts';
import { pointerTo } from '../text/pointer.ts';
import { type Fault, passOver, type Source } from './fields.ts';

const maxProperties = 100;
const maxText = 1_000;
const maxBytes = 16 * 1024;
const maxDepth = 10;

/** The properties of a custom event: strings, numbers and booleans; others are passed over. */
export function readFlat(from: Source): Readonly<Record<string, unknown>> {
  const flat = Object.entries(from.record).filter(([name, value]) => {
    const isFlat = typeof value !== 'object';
    if (!isFlat) passOver(from, name, 'must be a string, a number or a boolean');
    return isFlat;
  });
  return readUnrecognised({ ...from, record: Object.fromEntries(flat) });
}

/**
 * The properties of an event whose type this version does not know, as they were sent, so that a
 * client may be newer than the service. Every fault is noted.
 */
export function readUnrecognised(from: Source): Readonly<Record<string, unknown>> {
  const before = from.faults.length;
  const members = Object.entries(from.record);
  if (members.length > maxProperties) {
    const detail = `must have at most ${maxProperties} properties`;
    from.faults.push({ pointer: from.pointer, detail });
  }
  for (const [name, value] of members) {
    checkValue(value, pointerTo(from.pointer, name), 1, from.faults);
  }
  // Measured only when it is known not to be deep: serialising recurses.
  if (from.faults.length === before && bytesOf(from.record) > maxBytes) {
    from.faults.push({
      pointer: from.pointer,
      detail: `must be at most ${maxBytes} bytes of JSON`,
    });
  }
  return from.record;
}

function checkValue(value: unknown, pointer: string, depth: number, faults: Fault[]): void {
  if (typeof value === 'string' && !isWithin(value, maxText)) {
    faults.push({ pointer, detail: `must be a string of at most ${maxText} characters` });
  } else if (typeof value === 'number' && !Number.isFinite(value)) {
    faults.push({ pointer, detail: 'must be a finite number' });
  } else if (typeof value === 'object' && value !== null) {
    if (depth === maxDepth) {
      faults.push({ pointer, detail: `must not be nested deeper than ${maxDepth} levels` });
      return;
    }
    for (const [name, inner] of Object.entries(value)) {
      checkValue(inner, pointerTo(pointer, name), depth + 1, faults);
    }
  }
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
