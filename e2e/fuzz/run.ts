// A run: so many attacks on each endpoint, from one seed, and what came of them in words.
import { type Endpoint, endpoints } from '@attune/contract';
import fc from 'fast-check';
import { attackerOf, type Tally } from './attack.ts';
import { fill } from './pieces.ts';
import { type HostileRequest, requestsTo } from './requests.ts';
import type { Target } from './target.ts';

export interface Run {
  readonly seed: number;
  readonly requests: number;
}

/** Attacks one endpoint. Resolves with what is wrong, shrunken and repeatable, or undefined. */
export async function attackEndpoint(
  target: Target,
  endpoint: Endpoint,
  { seed, requests }: Run,
  tally: Tally,
): Promise<string | undefined> {
  const attacker = attackerOf(target, tally);
  const property = fc.asyncProperty(requestsTo(endpoint), (request) =>
    attacker.attack(endpoint, request),
  );
  const details = await fc.check(property, {
    seed,
    numRuns: requests,
    interruptAfterTimeLimit: 600_000,
    markInterruptAsFailure: false,
  });
  attacker.close();
  if (!details.failed) return undefined;
  const [request] = details.counterexample ?? [];
  return [
    `${endpoint.id}: ${(details.errorInstance as Error | undefined)?.message}`,
    `Sent, after ${details.numShrinks} steps of shrinking:`,
    ...(request ? [describe(request, target)] : []),
    `Again: npm run fuzz -- --endpoint ${endpoint.id} --seed ${seed} --requests ${requests}`,
  ].join('\n');
}

const ranks = { GET: 0, POST: 1, PUT: 2, DELETE: 3 } as const;
/** What erases has work done by and by, long after it has answered. */
const rankOf = ({ method, permission }: Endpoint) =>
  ranks[method] + (permission === 'userdata' ? 4 : 0);

/** The endpoints in an order in which what one needs is not taken away by another. */
export const inOrder: readonly Endpoint[] = [...endpoints].sort(
  (one, other) => rankOf(one) - rankOf(other),
);

function describe(
  { method, target: to, key, headers, body, framing }: HostileRequest,
  target: Target,
) {
  const shorten = (text: string) => (text.length > 1_500 ? `${text.slice(0, 1_500)}…` : text);
  const lines = [
    `${method} ${JSON.stringify(shorten(fill(to, target.named())))}`,
    `key: ${key}, body: ${framing}`,
    ...headers.map(([name, value]) => `${name}: ${JSON.stringify(shorten(value))}`),
    JSON.stringify(shorten(fill(body, target.named()))),
  ];
  return lines.map((line) => `  ${line}`).join('\n');
}
