// Does it cost a request more to be known by its key where a site has ten thousand of them?
//
// Run from the project's root: node bench/keys.ts [--keys N] [--seconds N]
import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makeKeyValue } from '../packages/core/src/index.ts';
import { makeTestBed } from './speed/test-bed.ts';
import { applyLoad, median, requestText } from './support/load.ts';
import { machineName } from './support/machine.ts';
import { startApi } from './support/servers.ts';

const { values } = parseArgs({
  options: {
    keys: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '4' },
  },
});
const many = Number(values.keys);
const seconds = Number(values.seconds);
const few = 10;
const rounds = 5;
/** As many keys as ask; the others are there. */
const asking = 64;

const bed = await makeTestBed();
const plan = { connections: 32, users: { count: 1, order: 'any' as const }, seconds, seed: 1 };

/** Makes further keys, and gives some of them. */
async function makeKeys(count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: bed.postgres.url });
  await client.connect();
  const made = Array.from({ length: count }, () => makeKeyValue('Server-side', randomBytes));
  await client.query(
    `insert into api_key (site_id, name, source, permissions, hash, created_at)
     select site.id, 'bench', 'Server-side', '{serve}', decode(hash, 'hex'), now()
     from site, unnest($1::text[]) as hash where site.name = 'bench'`,
    [made.map((value) => createHash('sha256').update(value).digest('hex'))],
  );
  await client.query('update site set revision = revision + 1');
  await client.end();
  return made.slice(0, asking);
}

/** Processor microseconds of a request in which a key only reads itself. */
async function measure(keys: readonly string[]): Promise<number[]> {
  const api = await startApi(bed.env);
  const requests = keys.map((key) => requestText({ method: 'GET', path: '/v2/keys/self', key }));
  const ask = () => applyLoad({ ...plan, requests, port: api.port }, { server: api.pid });
  await ask();
  const micros: number[] = [];
  for (let round = 0; round < rounds; round += 1) micros.push((await ask()).cpuMicros['server']!);
  await api.stop();
  return micros;
}

const first = await makeKeys(few);
const before = await measure(first);
const last = await makeKeys(many);
const after = await measure(last);
// Once more with the few who ask, so that a machine that has become slower is seen.
const again = await measure(first);
await bed.postgres.stop();
const costOf = (micros: readonly number[]) => `${median(micros).toFixed(1)} us a request`;
console.log(`${machineName()}: GET /v2/keys/self, server's CPU, medians of ${rounds} rounds
${few} keys: ${costOf(before)}; ${many} keys: ${costOf(after)}, asked by the first ten ${costOf(again)}`);
process.exit(0);
