// The attacks as tests: so many requests on each endpoint, as one test each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '@attune/contract';
import { exampleOf, withKey } from '../../packages/server/src/http/examples.fixture.ts';
import { type Attacker, attackerOf, newTally, type Tally } from './attack.ts';
import type { HostileRequest } from './requests.ts';
import { attackEndpoint } from './run.ts';
import type { Target } from './target.ts';

/** Of the suite; with 3,000 requests as bytes, more than 15,000 in all. */
const requestsOfSuite = 100;
export const seed = Number(process.env['SEED'] ?? 20_261_121);

/** What the attack has erased or deleted: whose decision it was, what is to be compared. */
const goneByAttack: Readonly<Record<string, readonly number[]>> = {
  replayDecision: [410],
  startEvaluation: [422],
};

/** A test for each endpoint, and one that they all still answer. */
export function testEndpoints(
  target: Target,
  endpoints: readonly Endpoint[],
  run = { seed, requests: requestsOfSuite },
): void {
  for (const endpoint of endpoints) {
    test(`${endpoint.id} refuses what is not valid, and changes nothing (seed ${run.seed})`, async () => {
      const tally = newTally();
      assert.equal(await attackEndpoint(target, endpoint, run, tally), undefined);
      const refused = answered(tally, (status) => status >= 400);
      const isEnough = tally.requests >= run.requests && refused >= run.requests / 5;
      assert.ok(isEnough, `${refused} of ${tally.requests} refused`);
      assert.equal(
        answered(tally, (status) => status === 429),
        0,
        'were never let in',
      );
    });
  }

  test('after that every endpoint answers what is valid', async () => {
    for (const endpoint of endpoints) {
      // The name of an identifier type is for ever, and the attack has made further ones.
      if (endpoint.method === 'DELETE' || endpoint.id === 'replaceIdentifierType') continue;
      const status = await once(target, (attacker) =>
        attacker.attack(endpoint, validTo(target, endpoint)),
      );
      const mayBe = goneByAttack[endpoint.id] ?? [404, 409];
      assert.ok(status < 300 || mayBe.includes(status), `${endpoint.id}: ${status}`);
    }
  });
}

/** The example of an endpoint, as a request of the attacker's. */
export function validTo(target: Target, endpoint: Endpoint): HostileRequest {
  const example = exampleOf(endpoint, target.named());
  const { path } = example;
  const { body } = withKey(endpoint, target.keys.browser, example.body);
  const { method, bodyForm } = endpoint;
  const request = { method, target: path, key: 'server', framing: 'length' } as const;
  if (bodyForm === 'bytes') {
    const headers = [['content-type', 'application/octet-stream']] as const;
    return { ...request, headers, body: 'sku,name\nseen,Seen\n' };
  }
  const text = body === undefined ? '' : JSON.stringify(body);
  return { ...request, headers: [], body: text };
}

/** Attacks once; resolves with the status that was answered. */
export async function once(target: Target, work: (attacker: Attacker) => Promise<void>) {
  const tally = newTally();
  const attacker = attackerOf(target, tally);
  await work(attacker).finally(attacker.close);
  const [status = 0] = tally.statuses.keys();
  return status;
}

function answered({ statuses }: Tally, isAmong: (status: number) => boolean): number {
  const counts = [...statuses].map(([status, count]) => (isAmong(status) ? count : 0));
  return counts.reduce((sum, count) => sum + count, 0);
}
