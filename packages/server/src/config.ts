// The only reader of the environment: every setting, checked at once.
import { resolve } from 'node:path';
import { bucketSettings, objectStoreOf } from './bucket-config.ts';
import { type MailConfig, mailOf, mailSettings } from './mail-config.ts';
import { type ModelConfig, modelOf, modelSettings } from './model-config.ts';
import { type InboxKind, type NatsConfig, natsOf, natsSettings } from './nats-config.ts';
import { type NightlyConfig, nightlyOf, nightlySettings } from './nightly-config.ts';
import type { ObjectStore } from './object-store.ts';
import { usualDataFolder } from './places.ts';
import { type ProcessConfig, processSettings } from './process-config.ts';
import { type ProviderConfig, providerOf, providerSettings } from './provider-config.ts';
import { type Setting, secretSetting, setting } from './setting.ts';
import {
  logLevels,
  readCompatibility,
  readDatabaseUrl,
  readHeaderNames,
  readHosts,
  readLogLevel,
  readPassphrase,
  readPort,
  readProxies,
  readSecretKeys,
  readWhole,
} from './setting-texts.ts';
import { type TracingConfig, tracingOf, tracingSettings } from './tracing-config.ts';

export interface Config extends ProcessConfig, ModelConfig {
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
  /** Do all keys read requests in the names of the original API family? */
  readonly isCompatible: boolean;
  readonly keyLeaseMs: number;
  /** Undefined: as it suits the command. */
  readonly drainMs: number | undefined;
  /** A decision waits no longer than this for what the database knows of the user. */
  readonly profileDeadlineMs: number;
  /** About how much memory the cache of profiles may take. */
  readonly profileMemoryBytes: number;
  /** About how much memory feeds may take. */
  readonly feedMemoryBytes: number;
  /** About how much may wait in the inbox. */
  readonly inboxBytes: number;
  /** The NATS servers of the inbox; undefined: it is a table of PostgreSQL. */
  readonly nats: NatsConfig | undefined;
  /** Where events are accepted; undefined: in PostgreSQL, as the only place. */
  readonly inbox: InboxKind | undefined;
  /** A file with keys of age, for backups. */
  readonly backupKeyFile: string | undefined;
  readonly backupPassphrase: string | undefined;
  readonly trustedProxies: readonly string[];
  /** An MMDB file by which addresses of visitors are placed. */
  readonly geoDatabase: string | undefined;
  /** Hosts, addresses and ranges that feeds may be fetched from though they are not public. */
  readonly pullAllowedHosts: readonly string[];
  /** Hosts, addresses and ranges that webhooks may be sent to though they are not public. */
  readonly webhookAllowedHosts: readonly string[];
  /** Where exports to `s3://` go; undefined: nowhere. */
  readonly objectStore: ObjectStore | undefined;
  /** Where and when sites are exported each night; undefined: nowhere. */
  readonly nightly: NightlyConfig | undefined;
  /** The server that mails are sent by; undefined: links are shown instead. */
  readonly mail: MailConfig | undefined;
  /** Where teammates reach the console, without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** Where teammates sign in beside passwords; undefined: nowhere. */
  readonly provider: ProviderConfig | undefined;
  /** May teammates sign in with a password? */
  readonly acceptsPasswords: boolean;
  /** Where traces go; undefined: nothing is traced. */
  readonly tracing: TracingConfig | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** The cost of hashing a password. No setting, so that no operator can lower it. */
  readonly passwordCost: PasswordCost;
  /** A worker gathers events for so long between batches; no setting, tests have none. */
  readonly gatherMs: number;
  /** A server that stops keeps connections until nothing came for so long; neither is this one. */
  readonly silentMs: number;
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

/** Each setting by its name in the environment. */
export const settings = {
  PORT: setting('TCP port', '8080', readPort, '0 takes a free one.'),
  ADMIN_PORT: setting(
    'a port of their own for `/metrics`, `/healthz` and `/readyz`',
    '',
    (text) => (text === '' ? undefined : readPort(text)),
    '0 takes a free one.',
  ),
  HOST: setting(
    'address to listen on',
    '127.0.0.1',
    (text) => text,
    'Put a reverse proxy in front, or set 0.0.0.0.',
  ),
  ...processSettings,
  DATA_DIR: setting(
    'folder of the embedded PostgreSQL, `snapshot.json`, `lease.json`, `primary.json`, `secret.key` and the ledger',
    usualDataFolder,
    (text) => resolve(text),
    'Default: `data` in the checkout; of an installed package, in the working folder.',
  ),
  DATABASE_URL: secretSetting(
    'PostgreSQL 15 or newer to use instead of the embedded one',
    '',
    readDatabaseUrl,
    'UTF-8. A direct connection, because transaction poolers pass no notifications. May name several ' +
      'servers that replicate, `postgresql://user@one:5432,two:5432/attune`: Attune uses the primary.',
  ),
  SECRET_KEY: secretSetting(
    'master key that encrypts copies of keys, identity secrets and signing keys: 32 characters or more',
    '',
    readSecretKeys,
    'Default: generated in `DATA_DIR`. All nodes on one database need the same. To rotate: `new,old`.',
  ),
  API_KEY_HEADERS: setting(
    'further headers that may carry a key, beside `SVC-API-Key` and `DY-API-Key`',
    '',
    readHeaderNames,
  ),
  COMPATIBILITY: setting(
    '`dy`: every key reads requests in the names of Dynamic Yield as well',
    '',
    readCompatibility,
    'Otherwise only keys that are set so do.',
  ),
  KEY_LEASE: setting(
    'seconds for which keys are accepted without the database confirming them',
    '300',
    (text) => 1000 * readWhole(text, 1, 86_400),
  ),
  DRAIN: setting(
    'seconds for which a node that is stopped goes on answering',
    '',
    (text) => (text === '' ? undefined : 1000 * readWhole(text, 0, 300)),
    'Default: 5 for `api`, else 0.',
  ),
  PROFILE_DEADLINE: setting(
    'milliseconds that a decision waits for a profile from PostgreSQL',
    '250',
    (text) => readWhole(text, 1, 10_000),
    'Then it uses the last one read, or none, and `warnings` says which. When the database has been ' +
      'silent for 2 s, only an occasional request waits.',
  ),
  PROFILE_MEMORY: setting(
    'MiB for profiles in an API node, about',
    '256',
    (text) => 2 ** 20 * readWhole(text, 1, 65_536),
    'A profile takes 1 to 3 KB. One that is not cached is read from PostgreSQL.',
  ),
  FEED_MEMORY: setting(
    'MiB for feeds in an API node, about',
    '1024',
    (text) => 2 ** 20 * readWhole(text, 1, 1_048_576),
    'A feed that does not fit is not recommended from; `warnings` and the log say so.',
  ),
  ...modelSettings,
  INBOX_LIMIT: setting(
    'MiB of events that may wait for workers, about',
    '4096',
    (text) => 2 ** 20 * readWhole(text, 1, 1_048_576),
    'Beyond, events are answered 503 `overloaded`, and what `choose` would record is left out, ' +
      'which `warnings` says.',
  ),
  ...natsSettings,
  BACKUP_KEY_FILE: setting(
    'file with keys of age, for backups that are encrypted',
    '',
    (text) => (text === '' ? undefined : resolve(text)),
    'A public key encrypts; a restore needs the secret key.',
  ),
  BACKUP_PASSPHRASE: secretSetting(
    'passphrase of backups that are encrypted, in place of keys: 16 characters or more',
    '',
    readPassphrase,
  ),
  TRUSTED_PROXIES: setting(
    'addresses or CIDR ranges whose `X-Forwarded-*` headers are believed',
    '',
    readProxies,
  ),
  GEO_DATABASE: setting(
    'an MMDB file, such as GeoLite2 City, by which `device.ip` is placed',
    '',
    (text) => (text === '' ? undefined : resolve(text)),
    'A new file at the same path is read within an hour.',
  ),
  PULL_ALLOWED_HOSTS: setting(
    'hosts, addresses or CIDR ranges of your own network from which feeds may be fetched',
    '',
    readHosts,
    'Public addresses always may.',
  ),
  WEBHOOK_ALLOWED_HOSTS: setting(
    'hosts, addresses or CIDR ranges of your own network to which webhooks may be sent',
    '',
    readHosts,
    'Public addresses always may.',
  ),
  ...bucketSettings,
  ...nightlySettings,
  ...mailSettings,
  ...providerSettings,
  ...tracingSettings,
  LOG_LEVEL: setting(
    `one of ${logLevels.join(', ')}`,
    'info',
    readLogLevel,
    '`debug` has a line for each request.',
  ),
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
  const tell = (error: string) => errors.push(error);
  const { objectStore } = objectStoreOf(value, tell);
  const config: Config = {
    port: value('PORT', settings.PORT),
    adminPort: value('ADMIN_PORT', settings.ADMIN_PORT),
    host: value('HOST', settings.HOST),
    apiProcesses: value('API_PROCESSES', processSettings.API_PROCESSES),
    workerProcesses: value('WORKER_PROCESSES', processSettings.WORKER_PROCESSES),
    dataDir: value('DATA_DIR', settings.DATA_DIR),
    databaseUrl: value('DATABASE_URL', settings.DATABASE_URL),
    secretKeys: value('SECRET_KEY', settings.SECRET_KEY),
    apiKeyHeaders: value('API_KEY_HEADERS', settings.API_KEY_HEADERS),
    isCompatible: value('COMPATIBILITY', settings.COMPATIBILITY),
    keyLeaseMs: value('KEY_LEASE', settings.KEY_LEASE),
    drainMs: value('DRAIN', settings.DRAIN),
    profileDeadlineMs: value('PROFILE_DEADLINE', settings.PROFILE_DEADLINE),
    profileMemoryBytes: value('PROFILE_MEMORY', settings.PROFILE_MEMORY),
    feedMemoryBytes: value('FEED_MEMORY', settings.FEED_MEMORY),
    ...modelOf(value),
    inboxBytes: value('INBOX_LIMIT', settings.INBOX_LIMIT),
    ...natsOf(value, tell),
    backupKeyFile: value('BACKUP_KEY_FILE', settings.BACKUP_KEY_FILE),
    backupPassphrase: value('BACKUP_PASSPHRASE', settings.BACKUP_PASSPHRASE),
    trustedProxies: value('TRUSTED_PROXIES', settings.TRUSTED_PROXIES),
    geoDatabase: value('GEO_DATABASE', settings.GEO_DATABASE),
    pullAllowedHosts: value('PULL_ALLOWED_HOSTS', settings.PULL_ALLOWED_HOSTS),
    webhookAllowedHosts: value('WEBHOOK_ALLOWED_HOSTS', settings.WEBHOOK_ALLOWED_HOSTS),
    ...{ objectStore, nightly: nightlyOf(value, tell, objectStore) },
    ...mailOf(value, tell),
    ...providerOf(value, tell),
    ...tracingOf(value),
    logLevel: value('LOG_LEVEL', settings.LOG_LEVEL),
    ...{ passwordCost, gatherMs, silentMs: 1_000 },
  };
  if (errors.length > 0) throw new Error(`The settings are not valid:\n  ${errors.join('\n  ')}`);
  return Object.freeze(config);
}
