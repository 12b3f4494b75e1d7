// Settings of the NATS servers whose JetStream is the inbox.
import { resolve } from 'node:path';
import { type Setting, secretSetting, setting } from './setting.ts';
import { list, readWhole } from './setting-texts.ts';

export interface NatsConfig {
  /** Hosts with their ports. */
  readonly servers: readonly string[];
  readonly login: NatsLogin | undefined;
  readonly isEncrypted: boolean;
  /** Of a user's JWT and key, in the form that `nsc` writes. */
  readonly credentialsFile: string | undefined;
  readonly stream: string;
  /** Undefined: three where the servers are a cluster, else one. */
  readonly replicas: number | undefined;
}

export type NatsLogin =
  | { readonly user: string; readonly pass: string }
  | { readonly token: string };

/** The settings by their names in the environment. */
export const natsSettings = {
  NATS_URL: secretSetting(
    'NATS servers whose JetStream is the inbox: `nats://user:password@a:4222,nats://b:4222`',
    '',
    readNatsUrl,
    'nats-server 2.10 or newer. `tls:` encrypts. One server is enough: it names the others.',
  ),
  NATS_CREDS: setting('file with credentials of a NATS user, as `nsc` writes it', '', (text) =>
    text === '' ? undefined : resolve(text),
  ),
  NATS_STREAM: setting(
    'the stream that is the inbox, and its subject',
    'attune_inbox',
    readStreamName,
    'Installations that share NATS servers need one each.',
  ),
  NATS_REPLICAS: setting(
    'on how many NATS servers an event is before it is acknowledged: 1, 3 or 5',
    '',
    readReplicas,
    'Default: 3 in a cluster, else 1.',
  ),
  INBOX: setting(
    '`jetstream` or `postgresql`: where events wait for a worker',
    '',
    readInboxKind,
    'Default: `jetstream` where `NATS_URL` is set. `postgresql` beside `NATS_URL` empties the stream.',
  ),
} as const;

export type InboxKind = 'jetstream' | 'postgresql';

type Value = <T>(name: keyof typeof natsSettings, from: Setting<T>) => T;

/** Reads the settings together; tells what does not fit together. */
export function natsOf(
  value: Value,
  tell: (error: string) => void,
): { readonly nats: NatsConfig | undefined; readonly inbox: InboxKind | undefined } {
  const url = value('NATS_URL', natsSettings.NATS_URL);
  const credentialsFile = value('NATS_CREDS', natsSettings.NATS_CREDS);
  const stream = value('NATS_STREAM', natsSettings.NATS_STREAM);
  const replicas = value('NATS_REPLICAS', natsSettings.NATS_REPLICAS);
  const inbox = value('INBOX', natsSettings.INBOX);
  if (!url && inbox === 'jetstream') tell('NATS_URL: is needed where INBOX is jetstream');
  if (!url && credentialsFile) tell('NATS_URL: is needed beside NATS_CREDS');
  if (!url) return { nats: undefined, inbox };
  if (url.login && credentialsFile) tell('NATS_CREDS: give a login here or in NATS_URL, not both');
  return { nats: { ...url, credentialsFile, stream, replicas }, inbox: inbox ?? 'jetstream' };
}

function readNatsUrl(
  text: string,
): Pick<NatsConfig, 'servers' | 'login' | 'isEncrypted'> | undefined {
  const urls = list(text);
  if (urls.length === 0) return undefined;
  const form = 'must be addresses such as nats://host:4222, with commas between them';
  if (urls.some((url) => !/^(nats|tls):\/\/[^/]/.test(url) || !URL.canParse(url))) {
    throw new Error(form);
  }
  const parsed = urls.map((url) => new URL(url));
  const logins = parsed.filter(({ username }) => username !== '').map(loginOf);
  if (new Set(logins.map((login) => JSON.stringify(login))).size > 1) {
    throw new Error('must have the same login at each address');
  }
  return {
    servers: parsed.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    login: logins[0],
    isEncrypted: parsed.some(({ protocol }) => protocol === 'tls:'),
  };
}

function loginOf({ username, password }: URL): NatsLogin {
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
}

function readStreamName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text)) {
    throw new Error('must have letters, digits, - and _ only');
  }
  return text;
}

function readReplicas(text: string): number | undefined {
  if (text === '') return undefined;
  const replicas = readWhole(text, 1, 5);
  if (replicas % 2 === 0) throw new Error('must be 1, 3 or 5');
  return replicas;
}

function readInboxKind(text: string): InboxKind | undefined {
  if (text === '' || text === 'jetstream' || text === 'postgresql') return text || undefined;
  throw new Error('must be jetstream or postgresql');
}
