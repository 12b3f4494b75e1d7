// Which names a person may be known by, and that no raw e-mail address is ever one of type `he`.

import { isWithin } from '../text/characters.ts';
import { identifierForm } from '../text/identifier-form.ts';
import { pointerTo } from '../text/pointer.ts';
import type { Fault, Source } from './fields.ts';
import { has, readObjects, readText, refuse } from './fields.ts';
import type { Identifier } from './parts.ts';

/** Longest identifier, longest name of a type, in characters; and how many beside the main one. */
const maxIdentifierLength = 250;
const maxTypeLength = 100;
const maxSecondaryIdentifiers = 20;

/** Hex digits of MD5, SHA-1, SHA-256, SHA-384 and SHA-512. */
const digestLengths = new Set([32, 40, 64, 96, 128]);

/**
 * What is wrong with an identifier: [] when nothing is. A detail never repeats the value, which may
 * be somebody's address. Whether the site has the type is not judged here.
 */
export function checkIdentifier(type: string, value: unknown, pointer: string): Fault[] {
  const formed = typeof value === 'string' ? identifierForm(value) : value;
  const detail = type === 'he' ? hashFault(formed) : lengthFault(formed);
  return detail === undefined ? [] : [{ pointer, detail }];
}

/** The form that identifiers are stored and compared in; digests are in lower case. */
export function normaliseIdentifier(identifier: Identifier): Identifier {
  const { type } = identifier;
  const value = identifierForm(identifier.value);
  return type === 'he' ? { type, value: value.toLowerCase() } : { type, value };
}

/**
 * Reads `cuid` with `cuidType`, `hashedEmail` and `secondaryIdentifiers` of an event's properties:
 * normalised, each once, the main one first.
 */
export function readIdentifiers(source: Source): Identifier[] {
  const found: Identifier[] = [];
  const named = has(source, 'cuid') || has(source, 'cuidType');
  if (named) found.push(readIdentifier(source, 'cuidType', 'cuid'));
  if (has(source, 'hashedEmail')) found.push(readValue(source, 'he', 'hashedEmail'));
  if (!named && !has(source, 'hashedEmail')) {
    const detail = 'needs cuid and cuidType, or hashedEmail';
    source.faults.push({ pointer: source.pointer, detail });
  }
  if (has(source, 'secondaryIdentifiers')) {
    // One that cannot be read costs neither the main one nor the others.
    const lenient = { ...source, faults: source.passedOver };
    const others = readObjects(lenient, 'secondaryIdentifiers', maxSecondaryIdentifiers, (item) =>
      readIdentifier(item, 'type', 'value'),
    );
    found.push(...others.filter(({ type, value }) => type !== '' && value !== ''));
  }
  const distinct = new Map(found.map((each) => [JSON.stringify([each.type, each.value]), each]));
  return [...distinct.values()];
}

function readIdentifier(source: Source, typeField: string, valueField: string): Identifier {
  const type = readText(source, typeField, maxTypeLength);
  return readValue(source, type, valueField);
}

function readValue(source: Source, type: string, field: string): Identifier {
  const value = source.record[field];
  const faults = checkIdentifier(type, value, pointerTo(source.pointer, field));
  for (const fault of faults) refuse(source, field, fault.detail);
  return normaliseIdentifier({ type, value: faults.length === 0 ? String(value) : '' });
}

function lengthFault(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '' && isWithin(value, maxIdentifierLength)) return;
  return `must be a string of 1 to ${maxIdentifierLength} characters`;
}

function hashFault(value: unknown): string | undefined {
  if (typeof value === 'string' && value.includes('@')) {
    return 'must be a hash of the e-mail address; the address itself is not accepted';
  }
  if (typeof value === 'string' && digestLengths.has(value.length) && /^[0-9a-f]+$/i.test(value)) {
    return;
  }
  return 'must be the hex digest of an e-mail address: 32, 40, 64, 96 or 128 hex digits';
}
