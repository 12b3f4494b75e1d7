// How long after an event's answer the profile has what the event says.
import { setTimeout as delay } from 'node:timers/promises';
import type { Product } from './product.ts';

const askMs = 25;
const pauseMs = 1_000;
const mostMs = 30_000;
/** A key may ask for few profiles that do not exist, and an answer ranks not all of many values. */
const colorsOfOne = 50;

let colors = 0;

/**
 * Reports somebody's color, another about once a second, until `during` is settled. Resolves with
 * the milliseconds from each answer until the profile had the affinity, ascending.
 */
export async function profileDelays(product: Product, during: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  // The caller, who gave it, hears of its failure.
  const over = during.then(end, end);
  const delays: number[] = [];
  while (!isOver) {
    delays.push(await delayOf(product));
    await Promise.race([over, delay(pauseMs)]);
  }
  return delays.sort((a, b) => a - b);
}

async function delayOf(product: Product): Promise<number> {
  colors += 1;
  const color = `color ${colors}.`;
  const user = { cuid: `quiz-${Math.floor(colors / colorsOfOne)}`, cuidType: 'external' };
  const profile = `/v2/userprofile?${new URLSearchParams({ ...user, affinity: 'true' })}`;
  // Of no kind that visitors report, so that theirs can be counted.
  const data = [{ attribute: 'color', values: [color] }];
  const properties = { svcType: 'inform-affinity-v1', source: 'quiz', data };
  const events = [{ name: 'Quiz', properties }];
  await ask(product, '/v2/collect/user/event', { user, events });
  const began = performance.now();
  while (performance.now() - began < mostMs) {
    if ((await ask(product, profile)).includes(color)) return performance.now() - began;
    await delay(askMs);
  }
  throw new Error(`The profile has no ${color} after ${mostMs / 1000} s.`);
}

async function ask({ port, key }: Product, path: string, body?: object): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'svc-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${answer}`);
  return answer;
}
