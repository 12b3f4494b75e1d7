// Teammates for tests: made, signed in, and asking as the console in a browser does.
import { createHmac } from 'node:crypto';
import type { Membership } from '@attune/contract';
import { consoleEndpoints, pathForm } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { checkAnswer } from '../../../http/validate.ts';
import { openAuth } from './auth.ts';
import { createPasswords } from './passwords/passwords.ts';
import { upsertHash } from './passwords/store.ts';
import { insertTeammate, upsertMembership } from './store.ts';

/** Good for every teammate of the tests; hashed once a file, since that is slow on purpose. */
export const password = 'correct horse battery staple';
let hashed: Promise<string> | undefined;

export interface ConsoleAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever was answered
  readonly body: any;
  readonly headers: Headers;
}

const forms = consoleEndpoints.map((endpoint) => ({ endpoint, form: pathForm(endpoint.path) }));

/** Throws where an answer breaks the contract of its endpoint. */
function holdToContract(
  method: string,
  path: string,
  status: number,
  { text, type }: { readonly text: string; readonly type: string | null },
): void {
  const [address = ''] = `/console/api${path}`.split('?');
  const endpoint = forms.find(
    (one) => one.endpoint.method === method && one.form.test(address),
  )?.endpoint;
  if (!endpoint && status < 400) throw new Error(`${method} ${address} is not in the contract`);
  const errors = endpoint && status !== 404 ? checkAnswer(endpoint, status, text, type) : [];
  if (errors.length > 0) throw new Error(`${method} ${address}: ${JSON.stringify(errors)}`);
}

/** A browser's end of the console: keeps cookies, and checks every answer against the contract. */
export function consoleBrowser(url: string) {
  const cookies = new Map<string, string>();

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ConsoleAnswer> {
    const answer = await fetch(`${url}/console/api${path}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && {
          'content-type': body instanceof Blob ? 'application/octet-stream' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && {
        body: body instanceof Blob ? body : JSON.stringify(body),
      }),
    });
    keep(answer.headers.getSetCookie());
    const text = await answer.text();
    const type = answer.headers.get('content-type');
    const isText = type?.startsWith('text/csv') || type?.startsWith('application/x-ndjson');
    const read = text === '' ? undefined : isText ? text : JSON.parse(text);
    holdToContract(method, path, answer.status, { text, type });
    return { status: answer.status, body: read, headers: answer.headers };
  }

  function keep(all: readonly string[]): void {
    for (const one of all) {
      const [pair = ''] = one.split(';');
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      if (/max-age=0/i.test(one)) cookies.delete(name);
      else cookies.set(name, pair.slice(at + 1));
    }
  }

  const signIn = (email: string, given = password) =>
    ask('POST', '/sign-in', { email, password: given });

  return { ask, signIn, cookies };
}

export type ConsoleBrowser = ReturnType<typeof consoleBrowser>;

/** Makes a teammate of some sites; returns the id. */
export async function makeTeammate(
  ctx: Context,
  email: string,
  memberships: Readonly<Record<number, Membership>> = {},
): Promise<string> {
  hashed ??= createPasswords(ctx.config.passwordCost).hash(password);
  const at = new Date(ctx.now());
  const id = email.replaceAll(/\W/g, '-');
  await insertTeammate(ctx.db, { id, name: email, email }, at);
  await upsertHash(ctx.db, id, await hashed, at);
  for (const [siteId, membership] of Object.entries(memberships)) {
    await upsertMembership(ctx.db, Number(siteId), id, membership, at);
  }
  return id;
}

/** A browser in which a new teammate of a site is signed in. */
export async function signedIn(
  server: { readonly ctx: Context; readonly url: string },
  siteId: number,
  membership: Membership,
  email = `${membership.role}-${membership.codeEditing}-${siteId}@shop.example`.toLowerCase(),
): Promise<ConsoleBrowser & { readonly email: string; readonly id: string }> {
  const id = await makeTeammate(server.ctx, email, { [siteId]: membership });
  const browser = consoleBrowser(server.url);
  await beginSession(server.ctx, browser, id);
  return { ...browser, email, id };
}

/** Begins a session as signing in does, without the hashing of a password, slow on purpose. */
export async function beginSession(
  ctx: Context,
  { cookies }: Pick<ConsoleBrowser, 'cookies'>,
  teammateId: string,
): Promise<void> {
  const { internalAdapter, secret, authCookies } = await (await openAuth(ctx)()).$context;
  const { token } = await internalAdapter.createSession(teammateId);
  const mac = createHmac('sha256', secret).update(token).digest('base64');
  cookies.set(authCookies.sessionToken.name, encodeURIComponent(`${token}.${mac}`));
}

/**
 * What an authenticator shows for a secret in base32 (RFC 6238): now, or some steps of 30 s later,
 * one of which is accepted, too, since clocks differ.
 */
export function codeOf(base32: string, steps: 0 | 1 = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...base32].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0'));
  const bytes =
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest();
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
