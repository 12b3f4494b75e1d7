// The schemas of events in the contract are what the server reads.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Event, svcTypes } from '@attune/contract';
import { parseEvent } from '@attune/core';
import { compileCheck } from './validate.ts';

interface Case {
  readonly name: string;
  readonly raw: { readonly properties?: { readonly svcType?: string } };
}

const file = new URL('../../../../cases/events.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8')) as { parsed: Case[]; refused: Case[] };
const check = compileCheck(Event);
const moment = { now: 1_700_000_000_000, reachMs: Infinity, clockAheadMs: 0 };
const kindOf = (raw: unknown) => {
  const parsed = parseEvent(raw, { id: 'x', session: '', pointer: '', ...moment });
  return parsed.ok ? parsed.event.kind : undefined;
};

for (const { name, raw } of cases.parsed) {
  test(`as documented: ${name}`, () => {
    if (name === 'null and empty text are nothing') return;
    assert.deepEqual(check(raw), []);
  });
}

test('every type that is documented is read, and every one that is read is documented', () => {
  for (const svcType of svcTypes) {
    const kind = kindOf({ name: 'x', properties: { svcType } });
    assert.notEqual(kind, 'unrecognised', svcType);
  }
  const read = cases.parsed.flatMap(({ raw }) => raw.properties?.svcType ?? []);
  for (const type of read)
    assert.ok(
      svcTypes.some((one) => one === type),
      type,
    );
});

test('a type that is mistyped, or without what it needs, is not as documented', () => {
  for (const properties of [
    { svcType: 'purchase', value: 1, cart: [] },
    { svcType: 'purchase-v1', value: 1 },
    { svcType: 'add-to-cart-v1', value: 1, productId: 'a', quantity: 'two' },
    { svcType: 5 },
  ]) {
    assert.notDeepEqual(check({ name: 'x', properties }), [], JSON.stringify(properties));
  }
});
