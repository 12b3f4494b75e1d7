// Tests of the bounds of realtime rules, which hold whether or not a campaign recommends.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { experienceServer } from '../../experiences/campaigns/campaigns.fixture.ts';

const server = await experienceServer();
after(server.close);
const { client, publish } = server;
await publish({ selector: 'home' });

const argument = (value: unknown = 'x', action = 'CONTAINS') => ({ action, value });
const condition = (count = 1) => ({ field: 'brand', arguments: Array(count).fill(argument()) });
const rule = (conditions: unknown[] = [condition()], slots: unknown[] = []) => ({
  type: 'include',
  slots,
  query: { conditions },
});

const ask = (realtimeRules: unknown, name = 'home') =>
  client.choose({
    user: { id: '7' },
    selector: { names: ['home'], args: { [name]: { realtimeRules } } },
  } as never);

test('5 rules of 10 conditions of 100 values of 255 characters are read', async () => {
  const full = {
    field: 'f'.repeat(255),
    arguments: [
      ...Array(2).fill(argument('v'.repeat(255))),
      ...['IS', 'IS_NOT', 'EQ', 'GT', 'GTE', 'LT', 'LTE'].map((action) => argument(1, action)),
      ...Array(91).fill(argument(true, 'IS')),
    ],
  };
  const conditions = Array(10).fill(full);
  const rules = [rule(conditions, [0, 3]), { ...rule(conditions), type: 'exclude' }];
  const { choices, warnings } = await ask([...rules, ...rules, rules[0]]);
  assert.deepEqual([choices.length, warnings], [1, undefined]);
});

const beyond: Record<string, readonly [rules: unknown, pointer: string]> = {
  'a 6th rule': [Array(6).fill(rule()), ''],
  'a rule with an 11th condition': [[rule(Array(11).fill(condition()))], '/0/query/conditions'],
  'an 11th text to contain': [[rule([condition(11)])], '/0/query/conditions/0/arguments'],
  'a 101st value': [
    [rule([{ field: 'f', arguments: Array(101).fill(argument('x', 'IS')) }])],
    '/0/query/conditions/0/arguments',
  ],
  'a rule without conditions': [[rule([])], '/0/query/conditions'],
  'a rule with a condition without values': [
    [rule([condition(), condition(0)])],
    '/0/query/conditions/1/arguments',
  ],
  'a value of 256 characters': [
    [rule([{ field: 'f', arguments: [argument('v'.repeat(256))] }])],
    '/0/query/conditions/0/arguments/0/value',
  ],
  'a value that is a list': [
    [rule([{ field: 'f', arguments: [argument(['x'])] }])],
    '/0/query/conditions/0/arguments/0/value',
  ],
  'a value of an unknown action': [
    [rule([{ field: 'f', arguments: [argument('x', 'contains')] }])],
    '/0/query/conditions/0/arguments/0/action',
  ],
  'a rule on a field of 256 characters': [
    [rule([{ field: 'f'.repeat(256), arguments: [argument()] }])],
    '/0/query/conditions/0/field',
  ],
  'a rule of an unknown type': [[{ ...rule(), type: 'maybe' }], '/0/type'],
  'a slot below 0': [[rule(undefined, [-1])], '/0/slots/0'],
  'a slot between two': [[rule(undefined, [0.5])], '/0/slots/0'],
};

for (const [what, [rules, pointer]] of Object.entries(beyond)) {
  test(`${what} is passed over and told where it stands, for whatever selector`, async () => {
    for (const name of ['home', 'nobody']) {
      const at = `/selector/args/${name}/realtimeRules${pointer}`;
      const { choices, warnings = [] } = await ask(rules, name);
      assert.equal(choices.length, 1);
      assert.equal(warnings[0]?.message.split(':')[0], at);
    }
  });
}
