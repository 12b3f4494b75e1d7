// The only reader of the environment: every setting, checked at once.
import { isIP } from 'node:net';
import { resolve } from 'node:path';

export interface Config {
  readonly port: number;
  /** Where health and metrics are answered; undefined: on `port`, as everything else. */
  readonly adminPort: number | undefined;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Master keys, the newest first; empty: one is generated and stored in the data directory. */
  readonly secretKeys: readonly string[];
  /** Lower-case names of headers that may carry a key. */
  readonly apiKeyHeaders: readonly string[];
  readonly keyLeaseMs: number;
  /** Undefined: as it suits the command. */
  readonly drainMs: number | undefined;
  /** A decision waits no longer than this for what the database knows of the user. */
  readonly profileDeadlineMs: number;
  /** About how much memory the cache of profiles may take. */
  readonly profileMemoryBytes: number;
  /** About how much memory the cache of profiles may take. */
  readonly feedMemoryBytes: number;
  /** About how much memory the cache of models of an API node may take. */
  readonly modelCacheBytes: number;
  /** How much memory building a model may take in a worker. */
  readonly modelMemoryBytes: number;
  readonly trustedProxies: readonly string[];
  /** Hosts, addresses and ranges that feeds may be fetched from though they are not public. */
  readonly pullAllowedHosts: readonly string[];
  readonly logLevel: (typeof logLevels)[number];
  /** The cost of hashing a password. No setting, so that no operator can lower it. */
  readonly passwordCost: PasswordCost;
  /** A worker gathers events for so long between batches; no setting, tests have none. */
  readonly gatherMs: number;
}

/** Parameters of scrypt; its memory is 128 x N x r bytes. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's scrypt of 32 MiB (Password Storage Cheat Sheet, 2025). */
const passwordCost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };

/** Decision 0003 explains what less costs, and what promises more would break. */
const gatherMs = 350;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const projectRoot = resolve(import.meta.dirname, '../../..');

interface Setting<T> {
  readonly about: string;
  readonly fallback: string;
  /** Throws a sentence about what is wrong. */
  readonly read: (text: string) => T;
}

const setting = <T>(about: string, fallback: string, read: (text: string) => T): Setting<T> => ({
  about,
  fallback,
  read,
});

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Each setting by its name in the environment. */
export const settings = {
  PORT: setting('TCP port to listen on; 0 takes a free one', '8080', readPort),
  ADMIN_PORT: setting(
    'TCP port of /metrics, /healthz and /readyz, when they are not to be on PORT; 0 takes a free one',
    '',
    (text) => (text === '' ? undefined : readPort(text)),
  ),
  HOST: setting('address to listen on', '127.0.0.1', (text) => text),
  DATA_DIR: setting(
    'folder of the embedded PostgreSQL, the snapshot and the generated secret key',
    resolve(projectRoot, 'data'),
    (text) => resolve(text),
  ),
  DATABASE_URL: setting('PostgreSQL to use instead of the embedded one', '', readDatabaseUrl),
  SECRET_KEY: setting(
    'master key that encrypts copies of API keys, 32 characters or more; to rotate: new,old',
    '',
    readSecretKeys,
  ),
  API_KEY_HEADERS: setting(
    'further header names that may carry a key, besides SVC-API-Key',
    '',
    readHeaderNames,
  ),
  KEY_LEASE: setting(
    'seconds for which keys are honoured without the database confirming them',
    '300',
    (text) => 1000 * readWhole(text, 1, 86_400),
  ),
  DRAIN: setting(
    'seconds for which a node that is stopped goes on answering; default 5 for `api`, else 0',
    '',
    (text) => (text === '' ? undefined : 1000 * readWhole(text, 0, 300)),
  ),
  PROFILE_DEADLINE: setting(
    'milliseconds that a decision waits for the database before it uses what it last read',
    '250',
    (text) => readWhole(text, 1, 10_000),
  ),
  PROFILE_MEMORY: setting(
    'about how many MiB of memory an API node uses to hold profiles',
    '256',
    (text) => 2 ** 20 * readWhole(text, 1, 65_536),
  ),
  FEED_MEMORY: setting(
    'about how many MiB of memory an API node uses to hold feeds to recommend from',
    '1024',
    (text) => 2 ** 20 * readWhole(text, 1, 1_048_576),
  ),
  MODEL_CACHE: setting(
    'about how many MiB of memory an API node uses to hold models for recommendations',
    '256',
    (text) => 2 ** 20 * readWhole(text, 1, 1_048_576),
  ),
  MODEL_MEMORY: setting(
    'how many MiB of memory building a model for recommendations may take in a worker',
    '2048',
    (text) => 2 ** 20 * readWhole(text, 64, 1_048_576),
  ),
  TRUSTED_PROXIES: setting('addresses or CIDR ranges of proxies to believe', '', readProxies),
  PULL_ALLOWED_HOSTS: setting(
    'host names, addresses or CIDR ranges of your own network that feeds may be fetched from',
    '',
    readPullHosts,
  ),
  LOG_LEVEL: setting(`one of ${logLevels.join(', ')}`, 'info', readLogLevel),
} as const;

/**
 * Reads the configuration from an environment. Throws one Error that names every error, a line
 * each.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const errors: string[] = [];
  const value = <T>(name: keyof typeof settings, from: Setting<T>): T => {
    const text = env[name]?.trim() || from.fallback;
    try {
      return from.read(text);
    } catch (error) {
      errors.push(`${name}: ${(error as Error).message}`);
      return undefined as T;
    }
  };
  const config: Config = {
    port: value('PORT', settings.PORT),
    adminPort: value('ADMIN_PORT', settings.ADMIN_PORT),
    host: value('HOST', settings.HOST),
    dataDir: value('DATA_DIR', settings.DATA_DIR),
    databaseUrl: value('DATABASE_URL', settings.DATABASE_URL),
    secretKeys: value('SECRET_KEY', settings.SECRET_KEY),
    apiKeyHeaders: value('API_KEY_HEADERS', settings.API_KEY_HEADERS),
    keyLeaseMs: value('KEY_LEASE', settings.KEY_LEASE),
    drainMs: value('DRAIN', settings.DRAIN),
    profileDeadlineMs: value('PROFILE_DEADLINE', settings.PROFILE_DEADLINE),
    profileMemoryBytes: value('PROFILE_MEMORY', settings.PROFILE_MEMORY),
    feedMemoryBytes: value('FEED_MEMORY', settings.FEED_MEMORY),
    modelCacheBytes: value('MODEL_CACHE', settings.MODEL_CACHE),
    modelMemoryBytes: value('MODEL_MEMORY', settings.MODEL_MEMORY),
    trustedProxies: value('TRUSTED_PROXIES', settings.TRUSTED_PROXIES),
    pullAllowedHosts: value('PULL_ALLOWED_HOSTS', settings.PULL_ALLOWED_HOSTS),
    logLevel: value('LOG_LEVEL', settings.LOG_LEVEL),
    passwordCost,
    gatherMs,
  };
  if (errors.length > 0) throw new Error(`The settings are not valid:\n  ${errors.join('\n  ')}`);
  return Object.freeze(config);
}

function readWhole(text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new Error(`must be a whole number from ${least} to ${most}`);
  }
  return number;
}

function readPort(text: string): number {
  return readWhole(text, 0, 65_535);
}

function readDatabaseUrl(text: string): string | undefined {
  if (text === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error('must be an address such as postgresql://user@host:5432/database');
  }
  return text;
}

function readSecretKeys(text: string): string[] {
  const keys = list(text);
  if (keys.some((key) => key.length < 32)) throw new Error('must have 32 characters or more');
  return keys;
}

function readHeaderNames(text: string): string[] {
  const names = list(text).map((name) => name.toLowerCase());
  const wrong = names.find((name) => !/^[a-z0-9-]+$/.test(name) || name === 'authorization');
  if (wrong) throw new Error(`"${wrong}" cannot be the name of a key header`);
  return ['svc-api-key', ...names];
}

function readProxies(text: string): string[] {
  const proxies = list(text);
  const wrong = proxies.find((proxy) => {
    const [address = '', bits, ...rest] = proxy.split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const bitsAreRight = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most);
    return version === 0 || !bitsAreRight || rest.length > 0;
  });
  if (wrong) throw new Error(`"${wrong}" is neither an address nor a CIDR range`);
  return proxies;
}

function readPullHosts(text: string): string[] {
  const hosts = list(text);
  const wrong = hosts.find((host) => !/^[A-Za-z0-9:.-]+(\/\d{1,3})?$/.test(host));
  if (wrong) throw new Error(`"${wrong}" is no host name, address or CIDR range`);
  return hosts;
}

function readLogLevel(text: string): (typeof logLevels)[number] {
  const level = logLevels.find((name) => name === text);
  if (!level) throw new Error(`must be one of ${logLevels.join(', ')}`);
  return level;
}
