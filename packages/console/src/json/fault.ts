// Finds where a text stops being JSON, the same in every browser, in words that say what to do.

import { parseExact, parseWritten } from '@attune/core';

export interface JsonFault {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly detail: string;
}

/** A text's value, or where and why it is none. */
export type Parsed =
  | { readonly json: unknown; readonly fault?: undefined }
  | { readonly fault: JsonFault };

/** Reads a text as JSON; a number that would be rounded is sent on as it is typed. */
export const parseJson = (text: string): Parsed => parsedBy(parseExact, text);

/** The same of JSON that is kept as it is typed: 1.0 stays 1.0, and members their order. */
export const parseTyped = (text: string): Parsed => parsedBy(parseWritten, text);

function parsedBy(parse: (text: string) => unknown, text: string): Parsed {
  try {
    return { json: parse(text) };
  } catch {
    return { fault: findFault(text) };
  }
}

export const sayFault = ({ line, column, detail }: JsonFault) =>
  `Line ${line}, column ${column}: ${detail}`;

/** Indented, as people write it. */
export const formatJson = (json: unknown) => JSON.stringify(json, null, 2) ?? '';

class Stopped extends Error {
  readonly at: number;
  constructor(at: number, detail: string) {
    super(detail);
    this.at = at;
  }
}

function findFault(text: string): JsonFault {
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0)));
    stop(text, end, 'unexpected text after the value; delete it');
  } catch (error) {
    if (!(error instanceof Stopped))
      return { line: 1, column: 1, detail: 'this is not valid JSON' };
    const before = text.slice(0, error.at).split('\n');
    return { line: before.length, column: before.at(-1)!.length + 1, detail: error.message };
  }
}

function stop(text: string, at: number, detail: string): never {
  throw new Stopped(at, at >= text.length ? `the text ends too early: ${detail}` : detail);
}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const word = /true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON texts may not hold
const plain = /[^"\\\u0000-\u001f]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where a form that begins at a place ends; undefined where it does not stand there. */
function endOf(form: RegExp, text: string, at: number): number | undefined {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : undefined;
}

const skipSpace = (text: string, at: number) => endOf(space, text, at) ?? at;

function readValue(text: string, at: number): number {
  const first = text[at];
  if (first === '{') return readMembers(text, at + 1);
  if (first === '[') return readEntries(text, at + 1);
  if (first === '"') return readText(text, at);
  const end = endOf(word, text, at) ?? endOf(number, text, at);
  if (end !== undefined) return end;
  if (first === "'") return stop(text, at, 'use double quotes: "text"');
  return stop(text, at, 'enter a value: "text", 1, true, null, { } or [ ]');
}

function readText(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    at = endOf(plain, text, at) ?? at;
    if (text[at] === '"') return at + 1;
    if (text[at] !== '\\') {
      const detail = 'close the text with a double quote; write a new line as \\n';
      return stop(text, at < text.length ? at : from, detail);
    }
    at = endOf(escaped, text, at) ?? stop(text, at, 'write a backslash twice: \\\\');
  }
}

function readMembers(text: string, from: number): number {
  let at = skipSpace(text, from);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (text[at] !== '"') return stop(text, at, 'enter a name in double quotes: "name"');
    at = skipSpace(text, readText(text, at));
    if (text[at] !== ':') return stop(text, at, 'enter a colon after the name');
    at = skipSpace(text, readValue(text, skipSpace(text, at + 1)));
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') return stop(text, at, 'enter a comma or } after the value');
    at = skipSpace(text, at + 1);
    if (text[at] === '}') return stop(text, at, 'delete the comma before }');
  }
}

function readEntries(text: string, from: number): number {
  let at = skipSpace(text, from);
  if (text[at] === ']') return at + 1;
  for (;;) {
    at = skipSpace(text, readValue(text, at));
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') return stop(text, at, 'enter a comma or ] after the value');
    at = skipSpace(text, at + 1);
    if (text[at] === ']') return stop(text, at, 'delete the comma before ]');
  }
}
