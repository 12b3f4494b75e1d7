// The provider as openid-client has it: found by its issuer, asked, and what it answers checked.
import type { Configuration } from 'openid-client';
import { ApiError } from '../../../../api-error.ts';
import type { Context } from '../../../../context.ts';
import type { ProviderConfig } from '../../../../provider-config.ts';
import { type Claims, isIncomplete } from './claims.ts';

/** What must come back from the provider, and with the browser that left for it. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Provider {
  readonly config: ProviderConfig;
  /** Where to send a browser, and what is to be checked when it is back at an address. */
  readonly begin: (back: string) => Promise<{ readonly address: string; readonly checks: Checks }>;
  /** The claims of somebody who is back at an address. Throws `sign_in_refused`. */
  readonly finish: (address: URL, checks: Checks) => Promise<Claims>;
  /** Where to sign out; undefined where the provider knows no such address. */
  readonly signOutAddress: (back: string) => Promise<string | undefined>;
}

const discoveredMs = 3_600_000;
const timeoutSeconds = 10;
const clockSeconds = 30;

/**
 * Opens a provider, which is asked for its configuration on first use, and again each hour. What it
 * does not answer is `provider_unavailable`.
 */
export function openProvider({ log, now }: Context, config: ProviderConfig): Provider {
  let found: { readonly configuration: Promise<Configuration>; readonly at: number } | undefined;

  function configuration(): Promise<Configuration> {
    if (!found || found.at + discoveredMs <= now()) {
      const at = now();
      found = { configuration: discover(config), at };
      found.configuration.catch(() => {
        found = undefined;
      });
    }
    return found.configuration;
  }

  async function telling<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw refusal(config, log, error);
    }
  }

  return {
    config,
    begin: (back) =>
      telling(async () => {
        const client = await import('openid-client');
        const checks = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const address = client.buildAuthorizationUrl(await configuration(), {
          ...{ redirect_uri: back, scope: config.scopes, response_type: 'code' },
          ...{ state: checks.state, nonce: checks.nonce, code_challenge_method: 'S256' },
          code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        });
        return { address: address.href, checks };
      }),
    finish: (address, { state, nonce, verifier }) =>
      telling(async () => {
        const client = await import('openid-client');
        const provider = await configuration();
        const tokens = await client.authorizationCodeGrant(provider, address, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
          idTokenExpected: true,
        });
        const claims: Claims = { ...tokens.claims() };
        const { userinfo_endpoint: more } = provider.serverMetadata();
        if (!more || !isIncomplete(config, claims)) return claims;
        const subject = String(claims['sub']);
        // It is of the same subject, or refused.
        const info = await client.fetchUserInfo(provider, tokens.access_token, subject);
        return { ...info, ...claims };
      }),
    signOutAddress: (back) =>
      telling(async () => {
        const client = await import('openid-client');
        const provider = await configuration();
        if (!provider.serverMetadata().end_session_endpoint) return undefined;
        return client.buildEndSessionUrl(provider, { post_logout_redirect_uri: back }).href;
      }),
  };
}

/** Looks for the provider; resolves to what is wrong, or to nothing. */
export async function findProvider(
  ctx: Context,
  config: ProviderConfig,
): Promise<string | undefined> {
  try {
    await openProvider(ctx, config).begin('https://attune.example/');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function discover(config: ProviderConfig): Promise<Configuration> {
  const client = await import('openid-client');
  const { issuer, clientId, clientSecret } = config;
  const server = new URL(issuer);
  const [post, basic] = [
    client.ClientSecretPost(clientSecret),
    client.ClientSecretBasic(clientSecret),
  ];
  // The specification's own choice where the provider names none.
  const withSecret: typeof post = (as, ...call) =>
    (as.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(
      as,
      ...call,
    );
  const metadata = { [client.clockTolerance]: clockSeconds };
  const proof = clientSecret === undefined ? client.None() : withSecret;
  return client.discovery(server, clientId, metadata, proof, {
    timeout: timeoutSeconds,
    execute: [
      // By default the signature of an ID token is not checked, since it comes by TLS.
      client.enableNonRepudiationChecks,
      // The settings take such an address of this machine alone.
      ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** What of an error of openid-client's can be told; its causes have secrets in them. */
interface Told {
  readonly name?: string;
  readonly message?: string;
  readonly code?: string;
  /** As the provider says it. */
  readonly error?: string;
  readonly error_description?: string;
  /** Of a network that fails: `ECONNREFUSED`. */
  readonly cause?: { readonly code?: string };
}

/** Codes of what came back and is not as it must be: state, issuer, nonce, signature, times. */
const ofAnswer = /^OAUTH_(INVALID_RESPONSE|JWT_|KEY_SELECTION|PARSE_ERROR)/;

function refusal({ name }: ProviderConfig, log: Context['log'], failure: unknown): ApiError {
  const { name: kind, message, code = '', error, ...told }: Told = Object(failure);
  const { error_description: description, cause } = told;
  const about = { kind, message, code: code || cause?.code, error, description };
  log.warn(about, 'the identity provider did not sign somebody in');
  const refused = (what: string) =>
    new ApiError('sign_in_refused', `${what}: begin again from the sign-in page.`);
  if (error === 'invalid_grant') return refused('This way back was used already or is too old');
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    return refused(`${name} did not sign you in (${error})`);
  }
  if (ofAnswer.test(code)) return refused(`What came back from ${name} is not valid`);
  const detail = `${name} cannot be reached, or does not know this service.`;
  return new ApiError('provider_unavailable', detail, { headers: { 'retry-after': '10' } });
}
