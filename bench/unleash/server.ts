// An Unleash server with flags, on the measured core: started, given flags, asked, stopped.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../e2e/support/free-port.ts';
import { eventually } from '../../packages/server/src/testing.ts';
import { type Postgres, startPostgres, startServer } from '../support/servers.ts';

export interface UnleashServer {
  readonly port: number;
  readonly pid: number;
  readonly postgres: Postgres;
  readonly stop: () => Promise<void>;
}

const adminToken = '*:*.unleash-bench-admin';
const frontendToken = 'default:development.unleash-bench-frontend';
/** Requests a minute: none is refused. */
const noLimit = '1000000000';
/** It reads flags anew every few seconds. */
const answerMs = 30_000;

/** The program in a folder where npm has installed `unleash-server`; throws where it is not. */
export function unleashIn(folder: string): string {
  const program = join(folder, 'node_modules/unleash-server/dist/server.js');
  if (existsSync(program)) return program;
  throw new Error(`There is no unleash-server in ${folder}.`);
}

/** Starts it on a PostgreSQL of its own, with flags that are on for everybody on a phone. */
export async function startUnleash(program: string, flags: number): Promise<UnleashServer> {
  const postgres = await startPostgres();
  const port = await freePort();
  const { pid, stop } = await startServer({
    command: [process.execPath, program],
    env: { ...databaseOf(postgres.url), ...settings, HTTP_PORT: String(port) },
    portIn: (line) => (line.includes('Unleash has started') ? port : Number.NaN),
  });
  for (let flag = 0; flag < flags; flag += 1) await addFlag(port, `flag-${flag}`);
  const server = { port, pid, postgres };
  await eventually(async () => flagsIn(await answerOf(server)) === flags, answerMs);
  return {
    ...server,
    stop: async () => {
      await stop();
      await postgres.stop();
    },
  };
}

/** What a browser asks it at each page: all flags, for a user who is named in the address. */
export function requestOf(user: string): string {
  const path = `/api/frontend?userId=${user}&properties[device]=phone`;
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${frontendToken}\r\n\r\n`;
}

/** What it answers to that. */
export async function answerOf({ port }: Pick<UnleashServer, 'port'>): Promise<string> {
  const url = `http://127.0.0.1:${port}/api/frontend?userId=7&properties[device]=phone`;
  const response = await fetch(url, { headers: { authorization: frontendToken } });
  return response.text();
}

const flagsIn = (answer: string) => (JSON.parse(answer) as { toggles: unknown[] }).toggles.length;

const settings = {
  ...{ LOG_LEVEL: 'info', HTTP_HOST: '127.0.0.1', CHECK_VERSION: 'false', SEND_TELEMETRY: 'false' },
  ...{ INIT_ADMIN_API_TOKENS: adminToken, INIT_FRONTEND_API_TOKENS: frontendToken },
  ...{
    SDK_API_RATE_LIMIT_PER_MINUTE: noLimit,
    TOKEN_AUTHENTICATION_RATE_LIMIT_PER_MINUTE: noLimit,
  },
};

function databaseOf(url: string): Record<string, string> {
  const { pathname, searchParams } = new URL(url);
  return {
    ...{ DATABASE_URL: '', DATABASE_SSL: 'false', DATABASE_PASSWORD: 'none' },
    DATABASE_HOST: searchParams.get('host') ?? '',
    DATABASE_PORT: searchParams.get('port') ?? '',
    DATABASE_USERNAME: searchParams.get('user') ?? '',
    DATABASE_NAME: pathname.slice(1),
  };
}

/** An A/B test of two variants with a constraint, as large as a hero of the demo shop. */
async function addFlag(port: number, name: string): Promise<void> {
  const variants = ['a', 'b'].map((variant) => ({
    ...{ name: variant, weight: 500, weightType: 'variable', stickiness: 'userId' },
    payload: { type: 'json', value: JSON.stringify(heroOf(`${name} ${variant}`)) },
  }));
  const strategy = {
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'userId', groupId: name },
    constraints: [{ contextName: 'device', operator: 'IN', values: ['phone', 'tablet'] }],
    variants,
  };
  const features = '/api/admin/projects/default/features';
  await post(port, features, { name, type: 'experiment' });
  await post(port, `${features}/${name}/environments/development/strategies`, strategy);
  await post(port, `${features}/${name}/environments/development/on`);
}

const heroOf = (title: string) => ({
  ...{ title, text: 'What is new this week, and what goes with it.' },
  image: 'https://demo.shop.example/hero.jpg',
});

async function post(port: number, path: string, body: object = {}): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: adminToken, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}
