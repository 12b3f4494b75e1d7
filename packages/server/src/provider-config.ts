// Settings of the identity provider at which teammates sign in, by OpenID Connect.
import { readFileSync } from 'node:fs';
import { type Membership, roles } from '@attune/contract';
import { type Setting, secretSetting, setting } from './setting.ts';
import { list, readWhole } from './setting-texts.ts';

/** What those who are in a group of the provider's may do on a site. */
export interface RoleRule extends Membership {
  readonly group: string;
  /** A site's name; `*`: every site. */
  readonly site: string;
}

export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** As teammates know it: `Sign in with <name>`. */
  readonly name: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly roles: readonly RoleRule[];
  /** Of addresses that may sign in, in lower case; empty: all. */
  readonly emailDomains: readonly string[];
  /** Are addresses verified though the provider does not say so of each? */
  readonly trustsEmail: boolean;
  /** A session that began at the provider ends after that, so that groups are looked at again. */
  readonly sessionMs: number;
  /** Does signing out here lead to the provider, to sign out there as well? */
  readonly signsOutThere: boolean;
}

/** The settings by their names in the environment. */
export const providerSettings = {
  OIDC_ISSUER: setting(
    'an identity provider at which teammates sign in by OpenID Connect: its issuer',
    '',
    readIssuer,
    'The address below which `/.well-known/openid-configuration` is.',
  ),
  OIDC_CLIENT_ID: setting('the client that the provider knows Attune as', '', (text) => text),
  OIDC_CLIENT_SECRET: secretSetting(
    "the client's secret",
    '',
    (text) => text,
    'Without one, the client is a public one.',
  ),
  OIDC_CLIENT_SECRET_FILE: setting(
    'a file that has the secret, instead of `OIDC_CLIENT_SECRET`',
    '',
    readSecretFile,
  ),
  OIDC_NAME: setting('what the button calls the provider', 'single sign-on', (text) => text),
  OIDC_SCOPES: setting(
    'scopes to ask for, with spaces between',
    'openid email profile',
    readScopes,
    'Add `groups` where the provider wants that.',
  ),
  OIDC_GROUPS_CLAIM: setting(
    "the claim that names a teammate's groups",
    'groups',
    (text) => text,
    'With dots for what is inside, such as `realm_access.roles`.',
  ),
  OIDC_ROLES: setting(
    'what groups may do, as JSON: `[{"group": "shop-admins", "site": "shop", "role": "Admin", ' +
      '"codeEditing": true}]`',
    '',
    readRoles,
    'The site `*` is every site. Without rules, groups change nothing.',
  ),
  OIDC_EMAIL_DOMAINS: setting(
    'domains of e-mail addresses that may sign in at the provider',
    '',
    (text) => list(text.toLowerCase()),
    'Default: all.',
  ),
  OIDC_TRUST_EMAIL: setting(
    '`yes`: addresses count as verified though the provider does not say so (`email_verified`)',
    'no',
    readYes,
    'Only where no one can choose their own address there.',
  ),
  OIDC_SESSION: setting(
    'hours after which a session that began at the provider ends',
    '12',
    (text) => 3_600_000 * readWhole(text, 1, 720),
  ),
  OIDC_SIGN_OUT: setting(
    '`provider`: signing out leads to the provider, to sign out there as well',
    'here',
    readSignOut,
  ),
  PASSWORD_SIGN_IN: setting(
    '`off`: teammates sign in at the provider alone',
    'on',
    readOn,
    'A link of `attune teammate sign-in-link` still works.',
  ),
} as const;

type Value = <T>(name: keyof typeof providerSettings, from: Setting<T>) => T;

/** Reads the settings together; tells what does not fit together. */
export function providerOf(
  value: Value,
  tell: (error: string) => void,
): { readonly provider: ProviderConfig | undefined; readonly acceptsPasswords: boolean } {
  const issuer = value('OIDC_ISSUER', providerSettings.OIDC_ISSUER);
  const clientId = value('OIDC_CLIENT_ID', providerSettings.OIDC_CLIENT_ID);
  const secret = value('OIDC_CLIENT_SECRET', providerSettings.OIDC_CLIENT_SECRET);
  const inFile = value('OIDC_CLIENT_SECRET_FILE', providerSettings.OIDC_CLIENT_SECRET_FILE);
  const provider = {
    issuer,
    clientId,
    clientSecret: secret || inFile || undefined,
    name: value('OIDC_NAME', providerSettings.OIDC_NAME),
    scopes: value('OIDC_SCOPES', providerSettings.OIDC_SCOPES),
    groupsClaim: value('OIDC_GROUPS_CLAIM', providerSettings.OIDC_GROUPS_CLAIM),
    roles: value('OIDC_ROLES', providerSettings.OIDC_ROLES),
    emailDomains: value('OIDC_EMAIL_DOMAINS', providerSettings.OIDC_EMAIL_DOMAINS),
    trustsEmail: value('OIDC_TRUST_EMAIL', providerSettings.OIDC_TRUST_EMAIL),
    sessionMs: value('OIDC_SESSION', providerSettings.OIDC_SESSION),
    signsOutThere: value('OIDC_SIGN_OUT', providerSettings.OIDC_SIGN_OUT),
  };
  const acceptsPasswords = value('PASSWORD_SIGN_IN', providerSettings.PASSWORD_SIGN_IN);
  if (secret && inFile) tell('OIDC_CLIENT_SECRET_FILE: OIDC_CLIENT_SECRET is set as well');
  if (issuer && !clientId) tell('OIDC_CLIENT_ID: is needed beside OIDC_ISSUER');
  if (!issuer && clientId) tell('OIDC_ISSUER: is needed beside OIDC_CLIENT_ID');
  if (!issuer && acceptsPasswords === false) {
    tell('PASSWORD_SIGN_IN: without OIDC_ISSUER there would be no way to sign in');
  }
  return { provider: issuer ? { ...provider, issuer } : undefined, acceptsPasswords };
}

function readIssuer(text: string): string | undefined {
  if (text === '') return undefined;
  const wrong = new Error('must be an address that begins with https://');
  if (!URL.canParse(text)) throw wrong;
  const { protocol, hostname, search, hash } = new URL(text);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) throw wrong;
  if (search || hash) throw new Error('must have no query and no fragment');
  return text;
}

function readSecretFile(path: string): string {
  if (path === '') return '';
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Error(`cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  if (text === '') throw new Error('is empty');
  return text;
}

function readScopes(text: string): string {
  const scopes = text.split(/ +/);
  if (!scopes.includes('openid')) throw new Error('must have openid among them');
  return scopes.join(' ');
}

function readRoles(text: string): RoleRule[] {
  if (text === '') return [];
  let rules: unknown;
  try {
    rules = JSON.parse(text);
  } catch {
    throw new Error('must be JSON');
  }
  if (!Array.isArray(rules)) throw new Error('must be a list');
  return rules.map(readRule);
}

function readRule(rule: unknown, at: number): RoleRule {
  const { group, site, role, codeEditing = false, ...others } = Object(rule);
  const fail = (what: string) => new Error(`rule ${at + 1}: ${what}`);
  const [other] = Object.keys(others);
  if (other !== undefined) throw fail(`"${other}" is not known`);
  if (typeof group !== 'string' || group === '') throw fail('group must be a text');
  if (typeof site !== 'string' || site === '') throw fail('site must be the name of one, or *');
  if (!roles.includes(role)) throw fail(`role must be one of ${roles.join(', ')}`);
  if (typeof codeEditing !== 'boolean') throw fail('codeEditing must be true or false');
  return { group, site, role, codeEditing };
}

/** One of two words: true for the second. */
function readWord(text: string, no: string, yes: string): boolean {
  if (text !== no && text !== yes) throw new Error(`must be ${no} or ${yes}`);
  return text === yes;
}

function readYes(text: string): boolean {
  return readWord(text, 'no', 'yes');
}

function readSignOut(text: string): boolean {
  return readWord(text, 'here', 'provider');
}

function readOn(text: string): boolean {
  return readWord(text, 'off', 'on');
}
