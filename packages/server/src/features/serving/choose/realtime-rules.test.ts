// Tests of the bounds of realtime rules, which hold whether or not a campaign recommends.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { experienceServer, problem } from '../../experiences/campaigns/campaigns.fixture.ts';

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

test('5 rules of 10 conditions of 10 values of 255 characters are accepted', async () => {
  const full = {
    field: 'f'.repeat(255),
    arguments: [
      ...Array(2).fill(argument('v'.repeat(255))),
      ...['IS', 'IS_NOT', 'EQ', 'GT', 'GTE', 'LT', 'LTE'].map((action) => argument(1, action)),
      argument(true, 'IS'),
    ],
  };
  const conditions = Array(10).fill(full);
  const rules = [rule(conditions, [0, 3]), { ...rule(conditions), type: 'exclude' }];
  const { choices } = await ask([...rules, ...rules, rules[0]]);
  assert.equal(choices.length, 1);
});

const beyond: Record<string, readonly [rules: unknown, pointer: string]> = {
  'a 6th rule': [Array(6).fill(rule()), ''],
  'an 11th condition': [[rule(Array(11).fill(condition()))], '/0/query/conditions'],
  'an 11th value': [[rule([condition(11)])], '/0/query/conditions/0/arguments'],
  'no condition': [[rule([])], '/0/query/conditions'],
  'no value': [[rule([condition(0)])], '/0/query/conditions/0/arguments'],
  'a 256th character of a value': [
    [rule([{ field: 'f', arguments: [argument('v'.repeat(256))] }])],
    '/0/query/conditions/0/arguments/0/value',
  ],
  'a value that is a list': [
    [rule([{ field: 'f', arguments: [argument(['x'])] }])],
    '/0/query/conditions/0/arguments/0/value',
  ],
  'an unknown action': [
    [rule([{ field: 'f', arguments: [argument('x', 'contains')] }])],
    '/0/query/conditions/0/arguments/0/action',
  ],
  'a 256th character of a field': [
    [rule([{ field: 'f'.repeat(256), arguments: [argument()] }])],
    '/0/query/conditions/0/field',
  ],
  'an unknown type': [[{ ...rule(), type: 'maybe' }], '/0/type'],
  'a slot below 0': [[rule(undefined, [-1])], '/0/slots/0'],
  'a slot between two': [[rule(undefined, [0.5])], '/0/slots/0'],
};

for (const [what, [rules, pointer]] of Object.entries(beyond)) {
  test(`${what} is refused where it stands, for whatever selector`, async () => {
    for (const name of ['home', 'nobody']) {
      const at = `/selector/args/${name}/realtimeRules${pointer}`;
      await assert.rejects(ask(rules, name), problem(422, 'invalid_request', at));
    }
  });
}
