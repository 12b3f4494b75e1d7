// Sources of feeds of six kinds, each with credentials of its own; who is refused is told what they
// sent: in the body, in a header, in a redirect.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  newKey,
  sftpServer,
} from '../packages/server/src/features/catalog/feeds/pulls/sources/sftp-server.fixture.ts';

export const canary = (name: string) => `${name}-${randomBytes(15).toString('hex')}`;

interface Place {
  readonly url: string;
  readonly hostKey?: string;
  readonly s3?: object;
  readonly authorization?: object;
}

export interface SourceKind {
  readonly name: string;
  readonly right: Place;
  readonly wrong: Place;
  /** What no source can be. */
  readonly refused: readonly object[];
}

const columns = 'sku,group_id,name,url,image_url,price,in_stock,categories';
const csv = `${columns}\na,a,Lamp,https://a.example/a,https://a.example/a.png,5,true,Light\n`;

/** Each right one has a wrong one beside it. */
function makeSecrets() {
  const names = ['basic', 'bearer', 'query', 'sftp', 's3', 'passphrase', 'refused'] as const;
  const of = (prefix: string) =>
    Object.fromEntries(names.map((name) => [name, canary(`${prefix}-${name}`)])) as Record<
      (typeof names)[number],
      string
    >;
  const [right, wrong] = [of('right'), of('wrong')];
  const [own, strange] = [newKey(right.passphrase), newKey()];
  const keys = { 'private key': lineOf(own.private), 'wrong private key': lineOf(strange.private) };
  const all = { ...keys, ...named('right', right), ...named('wrong', wrong) };
  return { right, wrong, own, strange, all };
}

type Secrets = ReturnType<typeof makeSecrets>;

const named = (prefix: string, secrets: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(secrets).map(([name, text]) => [`${prefix} ${name}`, text]));

/** A line of a private key that no other key has. */
const lineOf = (key: string) => key.trim().split('\n').at(-3)!;

/** Starts them on this machine. */
export async function openSources() {
  const secrets = makeSecrets();
  const host = newKey();
  const hash = createHash('sha256').update(Buffer.from(host.public.split(' ')[1]!, 'base64'));
  const hostKey = `SHA256:${hash.digest('base64').replaceAll('=', '')}`;
  const byPassword = await sftpServer([host.private], { password: secrets.right.sftp });
  const byKey = await sftpServer([host.private], { client: secrets.own });
  for (const { files } of [byPassword, byKey]) files.set('/a.csv', { text: csv, mtime: 1 });
  const http = createServer((request, response) => answer(request, response, secrets));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const at = { base, hostKey, byPassword: byPassword.at('/a.csv'), byKey: byKey.at('/a.csv') };
  const close = async () => {
    byPassword.close();
    byKey.close();
    http.closeAllConnections();
    http.close();
  };
  return { kinds: kindsAt(at, secrets), secrets: secrets.all, close };
}

function answer(request: IncomingMessage, response: ServerResponse, { right }: Secrets): void {
  const { headers, url = '' } = request;
  const { authorization = '' } = headers;
  const basic = `Basic ${Buffer.from(`shop:${right.basic}`).toString('base64')}`;
  const isRight =
    authorization === basic ||
    authorization === `Bearer ${right.bearer}` ||
    url.includes(`token=${right.query}`) ||
    authorization.includes('Credential=AKRIGHT/');
  const told = JSON.stringify([url, headers]);
  response.setHeader('www-authenticate', `Basic realm=${JSON.stringify(authorization)}`);
  if (isRight) response.end(csv);
  else if (!url.startsWith('/query')) response.writeHead(401).end(told);
  else response.writeHead(302, { location: `http://10.0.0.1${url}` }).end(told);
}

interface Addresses {
  readonly base: string;
  readonly hostKey: string;
  readonly byPassword: string;
  readonly byKey: string;
}

function kindsAt({ base, hostKey, byPassword, byKey }: Addresses, secrets: Secrets): SourceKind[] {
  const { right, wrong, own, strange } = secrets;
  const user = (password: string) => ({ authorization: { username: 'shop', password } });
  const header = (token: string) => ({ authorization: { header: `Bearer ${token}` } });
  const query = (token: string) => ({ url: `${base}/query.csv?store=1&token=${token}` });
  const { passphrase } = right;
  const byOwn = { authorization: { username: 'shop', privateKey: own.private, passphrase } };
  const byStrange = { authorization: { username: 'shop', privateKey: strange.private } };
  const access = (accessKeyId: string, secretAccessKey: string) => ({
    authorization: { accessKeyId, secretAccessKey },
  });
  const bucket = { url: 's3://shop/a.csv', s3: { endpoint: base, region: 'eu-central-1' } };
  const basicAt = { url: `${base}/basic.csv` };
  const pairs: readonly (readonly [string, Place, Place])[] = [
    ['HTTP basic', { ...basicAt, ...user(right.basic) }, { ...basicAt, ...user(wrong.basic) }],
    [
      'HTTP bearer',
      { url: `${base}/bearer.csv`, ...header(right.bearer) },
      { url: `${base}/bearer.csv`, ...header(wrong.bearer) },
    ],
    ['HTTP query', query(right.query), query(wrong.query)],
    [
      'SFTP password',
      { url: byPassword, hostKey, ...user(right.sftp) },
      { url: byPassword, hostKey, ...user(wrong.sftp) },
    ],
    ['SFTP key', { url: byKey, hostKey, ...byOwn }, { url: byKey, hostKey, ...byStrange }],
    [
      'S3',
      { ...bucket, ...access('AKRIGHT', right.s3) },
      { ...bucket, ...access('AKWRONG', wrong.s3) },
    ],
  ];
  return pairs.map(([name, good, bad]) => ({
    ...{ name, right: good, wrong: bad },
    refused: refusedOf(good, secrets),
  }));
}

/** Each with something that cannot be, beside what is secret. */
function refusedOf(place: Place, { right, wrong }: Secrets): readonly object[] {
  const schedule = { everyMinutes: 60 };
  const user = `shop:${wrong.refused}@shop.example`;
  return [
    { ...place, schedule: { everyMinutes: 1 } },
    { ...place, schedule, onlyColumns: ['sku'] },
    { ...place, schedule, url: `https://${user}/` },
    { ...place, schedule, url: `sftp://${user}/a.csv` },
    { ...place, schedule, authorization: { header: `a\r\n${right.refused}` } },
    { ...place, schedule, authorization: { username: 'shop', privateKey: right.refused } },
  ];
}
