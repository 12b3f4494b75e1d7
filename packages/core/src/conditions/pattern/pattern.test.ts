// Knows that a pattern answers as RegExp does, and within a bound whatever it and the text are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileAutomaton } from './automaton.ts';
import { estimateSteps, expandedParts } from './cost.ts';
import { parsePattern } from './parse.ts';
import { compilePattern, MAX_PARTS, patternFault } from './pattern.ts';
import { countSteps, infamous, longTexts, patterns, texts } from './patterns.fixture.ts';

const seed = Number(process.env['SEED'] ?? 20_261_121);
const flags = fc.constantFrom<'' | 'i'>('', 'i');

const parsed = (source: string, of: '' | 'i') => {
  const read = parsePattern(source, of);
  assert.ok('pattern' in read);
  return read.pattern;
};

/** Longest answer, in milliseconds of this thread: a bound on steps, in time for a slow day. */
const longestMs = 200;

function assertBounded(source: string, of: '' | 'i', text: string) {
  const matches = compilePattern(source, of);
  const before = process.threadCpuUsage().user;
  matches(text);
  const ms = (process.threadCpuUsage().user - before) / 1_000;
  assert.ok(ms < longestMs, `${source} took ${ms} ms on ${JSON.stringify(text.slice(0, 20))}`);
}

test(`the automaton answers as RegExp does (seed ${seed})`, () => {
  const some = fc.array(texts(9), { minLength: 1, maxLength: 6, size: 'max' });
  const property = fc.property(patterns, flags, some, (source, of, asked) => {
    const pattern = parsed(source, of);
    fc.pre(expandedParts(pattern) <= MAX_PARTS);
    const matches = compileAutomaton(pattern, of);
    const expression = new RegExp(source, of);
    // Twice, so that what was remembered is right as well.
    for (const text of [...asked, ...asked]) assert.equal(matches(text), expression.test(text));
  });
  fc.assert(property, { seed, numRuns: 5_000 });
});

test(`a pattern answers long text as RegExp does (seed ${seed})`, () => {
  const long = fc.tuple(texts(30), texts(5), fc.nat(400)).map(([most, few, at]) => {
    const text = most.repeat(400 / Math.max(1, most.length));
    return text.slice(0, at) + few + text.slice(at);
  });
  for (const source of ['a.*b1', '(?:a|b)+1', '\\bab\\b.*1$', '[ab]{3,9}[^ab]a', '^.*a.*b.*1']) {
    const matches = compilePattern(source, 'i');
    const expression = new RegExp(source, 'i');
    fc.assert(
      fc.property(long, (text) => assert.equal(matches(text), expression.test(text))),
      { seed, numRuns: 200 },
    );
  }
});

test(`no text makes backtracking take many times the steps that were estimated (seed ${seed})`, () => {
  const property = fc.property(patterns, flags, texts(24), (source, of, text) => {
    const pattern = parsed(source, of);
    const estimate = estimateSteps(pattern, text.length + 1);
    if (estimate > 100_000) return;
    // An option that is given up at its first character counts as none.
    const most = 8 * (estimate + text.length + 1);
    assert.ok(countSteps(pattern, of, text, most) <= most, `${estimate} were estimated`);
  });
  fc.assert(property, { seed, numRuns: 5_000 });
});

test('patterns that hold other services are answered within the bound, or refused', () => {
  let accepted = 0;
  for (const source of infamous) {
    if (patternFault(source, 'i') !== undefined) continue;
    accepted += 1;
    for (const text of longTexts) assertBounded(source, 'i', text + text);
  }
  assert.ok(accepted >= infamous.length - 2, `${accepted} of ${infamous.length}`);
});

test(`whatever pattern is accepted is answered within the bound (seed ${seed})`, () => {
  const sources = fc.oneof(
    patterns,
    fc.array(patterns, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('')),
    fc.tuple(patterns, patterns, fc.nat(99)).map(([a, b, n]) => `(?:${a}|${b}){0,${n}}!`),
  );
  const property = fc.property(
    sources,
    flags,
    fc.constantFrom(...longTexts),
    (source, of, text) => {
      if (patternFault(source, of) === undefined) assertBounded(source, of, text);
    },
  );
  fc.assert(property, { seed, numRuns: 3_000 });
});

test('what amounts to too many parts is refused with how to write it', () => {
  assert.match(patternFault('(a{0,99}){0,99}', '') ?? '', /more than 1000 parts/);
  assert.match(patternFault('.*(?:[ab]{2}){150}x', '') ?? '', /could take too long/);
  assert.equal(patternFault('^[a-z]{900}', ''), undefined);
  // Nothing at all, many times, is many parts all the same.
  assert.match(patternFault('(?:(?:(?:){0,99}){0,99})*x', '') ?? '', /more than 1000 parts/);
});
