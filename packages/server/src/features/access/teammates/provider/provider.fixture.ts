// An identity provider for tests: oidc-provider on loopback, with people who sign in there, and a
// browser's way to it and back.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConsoleBrowser } from '../teammates.fixture.ts';

/** What the provider says of somebody, beside the subject. */
export interface Person {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export const client = { id: 'attune', secret: 'a secret of the client: +/%' };
const scopes = 'openid email profile groups';

/** The settings of a server whose teammates sign in at an issuer. */
export const settingsOf = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_NAME: 'Shop ID',
  OIDC_SCOPES: scopes,
});

/** Listens before anything is served, so that the address is known. */
export async function listening(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Another site than that of consoles, which are on localhost.
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export interface TestProvider {
  readonly issuer: string;
  /** Everybody who can sign in, by subject; changed by tests. */
  readonly people: Map<string, Person>;
  /** Begins to answer, for consoles at these addresses. */
  readonly serve: (consoles: readonly string[]) => Promise<void>;
  readonly close: () => void;
}

/** A provider that listens; `serve` is called once the addresses of consoles are known. */
export async function testProvider(): Promise<TestProvider> {
  const { server, url: issuer } = await listening();
  const people = new Map<string, Person>();
  return {
    issuer,
    people,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
    serve: async (consoles) => {
      const { default: Provider } = await import('oidc-provider');
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const key = {
        ...privateKey.export({ format: 'jwk' }),
        alg: 'ES256',
        use: 'sig',
        kid: 'test',
      };
      const provider = new Provider(issuer, {
        clients: [
          {
            ...{ client_id: client.id, client_secret: client.secret },
            redirect_uris: consoles.map((url) => `${url}/console/sign-in/provider`),
            post_logout_redirect_uris: consoles.map((url) => `${url}/console/sign-in`),
            id_token_signed_response_alg: 'ES256',
          },
        ],
        jwks: { keys: [key as never] },
        cookies: { keys: [randomBytes(16).toString('hex')] },
        scopes: scopes.split(' '),
        claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
        findAccount: (_ctx, subject) =>
          people.has(subject)
            ? { accountId: subject, claims: async () => ({ ...people.get(subject), sub: subject }) }
            : undefined,
      });
      server.on('request', provider.callback());
    },
  };
}

/** Cookies of a browser at the provider. */
export function providerCookies() {
  const cookies = new Map<string, string>();
  async function ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, cookie };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const one of answer.headers.getSetCookie()) {
      const [pair = ''] = one.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return answer;
  }
  return { ask };
}

/**
 * Goes through the provider's pages from an address that the console gave: gives a name, agrees.
 * Resolves to the query of the address that leads back.
 */
export async function atProvider(
  address: string,
  subject: string,
  { ask } = providerCookies(),
): Promise<string> {
  let url = address;
  let answer = await ask(url);
  for (let steps = 0; steps < 20; steps++) {
    const next = answer.headers.get('location');
    if (next) {
      url = new URL(next, url).href;
      if (new URL(url).pathname === '/console/sign-in/provider')
        return new URL(url).search.slice(1);
      answer = await ask(url);
      continue;
    }
    const page = await answer.text();
    const [, prompt] = /name="prompt" value="(login|consent)"/.exec(page) ?? [];
    const [, submit] = /action="([^"]+)"/.exec(page) ?? [];
    if (!prompt || !submit) throw new Error(`the provider shows ${answer.status} ${page}`);
    url = new URL(submit, url).href;
    const body = new URLSearchParams({ prompt, login: subject, password: 'any' });
    answer = await ask(url, { method: 'POST', body });
  }
  throw new Error('the provider leads nowhere');
}

/** Begins to sign in at the provider; resolves to its address. */
export async function begin(browser: ConsoleBrowser): Promise<string> {
  const { status, body } = await browser.ask('POST', '/sign-in/provider');
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.address;
}

/** Is back from the provider. */
export const finish = (browser: ConsoleBrowser, query: string) =>
  browser.ask('POST', '/sign-in/provider/finish', { query });

/** Signs in at the provider as somebody who is known there. */
export async function signInAtProvider(browser: ConsoleBrowser, subject: string) {
  return finish(browser, await atProvider(await begin(browser), subject));
}
