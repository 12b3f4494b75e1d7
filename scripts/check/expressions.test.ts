// Every regular expression of the product takes linear time, or has a reason why it may take more.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownFiles, projectRoot } from '../project.ts';
import { expressionsIn, growthOf } from './expressions.ts';

/** What may take more, by its beginning in the code, and what bounds the text that it reads. */
const bounded: Readonly<Record<string, string>> = {
  '/\\{(\\w+)\\}/g': 'reads paths of the contract, at the start',
  '/\\{\\w+\\}/g': 'reads paths of the contract, at the start',
  'new RegExp(`^${path.replaceAll(': 'made of paths of the contract: single steps between slashes',
  '/\\.([^./\\\\]+)(?:\\.(?:gz|zip))?$/i': 'reads the last 200 characters of the name of a file',
  '/^(<!--[^>]*-->': 'reads the first 2,000 characters of a file',
  '/"[^"]*"/g': 'takes what it finds away; at most one quote has no other to end at',
  '/^(?:ï»¿)?<\\?xml': 'reads the first 200 bytes of a file',
  '/(?:([*+?])|\\{([0-9]+)': 'reads a pattern of at most 200 characters, at one place',
  '/^(?:\\\\[dw]|':
    'reads a class in a pattern of at most 200 characters; its options exclude each other',
  'new RegExp(\n  [\n    String.raw`(?:^|': 'reads a path of at most 500 characters, at one place',
  'new RegExp(`^${isLiteral': 'one atom, which reads one character',
  'new RegExp(`^${text}$`': 'one atom, which reads one character',
  'new RegExp(`\\\\b(${siteTableNames': 'reads the text of a statement of ours, without its values',
  '/\\b(from|join|into|update)': 'reads the text of a statement of ours, without its values',
  "/'[^']*'/g": 'reads the text of a statement of ours, without its values',
  '/(?:^|[[:,\\s])-?\\d(?:': 'begins at what separates values, of which a number has none',
  'RegExp(\n  [\n    // Of many digits': 'made of expressions that are looked at by themselves',
  '/"\\d{1,10}"\\s*:': 'begins at a quote, which blanks do not have',
  '/"[^"\\\\]*(?:': 'reads JSON, whose quotes all have an end',
  'RegExp(`[${Object.keys(plainLetters)': 'one of a few letters of ours',
  '/\\{([^{}]*)\\}/': 'reads a template of at most 1,000 characters',
  '/^(\\d{1,2})([./-])': 'reads at most 60 characters',
  '/\\([^)]*\\)|': 'reads at most 200 characters',
  '/"[^"]*"|': 'reads at most 255 characters',
  '/\\d(?=\\D*$)/': 'reads at most 100 characters',
  '/"(?:[^"\\\\]|\\\\.)*"|': 'reads the beginning of JSON, whose quotes but the last have an end',
  '/^.*(?=(?:image|picture': 'reads the name of a column',
  '/\\d\\s*\\D?$/': 'reads the name of a column',
  '/name(?!.*name)/i': 'reads the name of a column',
  '/^(postgres(?:ql)?:': 'reads a setting',
  '/:h?\\d+$/': 'reads an id of at most 250 characters',
  '/\\/+$/': 'reads an address that the operator named',
  '/<UploadId>([^<]+)': 'reads the beginning of what a store answered',
  '/<Error>[': 'reads the beginning of what a store answered',
  'new RegExp(source, flags)': 'what a teammate wrote, within the bounds of patterns',
};

const files = ownFiles().filter(
  (path) =>
    /^packages\/[^/]+\/src\/.*\.ts$/.test(path) &&
    !/([.]test|[.]fixture|\/testing)[.]ts$/.test(path),
);
const all = files.flatMap((path) =>
  expressionsIn(readFileSync(join(projectRoot, path), 'utf8')).map((one) => ({ path, ...one })),
);
const isLinear = (growth: number) => growth <= 2.05;

test('every regular expression in the code takes linear time, or reads little', () => {
  assert.ok(all.length > 50, `${all.length} were found`);
  const reasons = Object.keys(bounded);
  const faults = all
    .filter(({ text }) => !reasons.some((start) => text.startsWith(start)))
    .filter((one) => !isLinear(growthOf(one)))
    .map(({ path, text }) => `${path}: ${text}`);
  assert.deepEqual(faults, []);
});

test('no reason outlives its expression', () => {
  const stale = Object.keys(bounded).filter(
    (start) => !all.some((one) => one.text.startsWith(start) && !isLinear(growthOf(one))),
  );
  assert.deepEqual(stale, []);
});

test('what takes more than linear time is found out', () => {
  for (const text of ['/(a+)+$/', '/\\s+$/', '/(?=a*b)x*y/', '/a.*b/', 'new RegExp(x)']) {
    const [found] = expressionsIn(`const x = ${text};`);
    assert.ok(found && !isLinear(growthOf(found)), text);
  }
  for (const text of ['/^a+$/', '/a+/y', '/[ab]c/', '/^(?!ff)[0-9a-f]{2}-/', '/^[^,]*,x/i']) {
    const [found] = expressionsIn(`const x = ${text};`);
    assert.ok(found && isLinear(growthOf(found)), text);
  }
});
