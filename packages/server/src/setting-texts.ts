// Reads the texts of settings. Each function throws a sentence about what is wrong with a text.
import { isIP } from 'node:net';
import { originalHeaders } from '@attune/contract';
import { hostsOf } from './db/hosts.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function readWhole(text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new Error(`must be a whole number from ${least} to ${most}`);
  }
  return number;
}

export function readPort(text: string): number {
  return readWhole(text, 0, 65_535);
}

export function readDatabaseUrl(text: string): string | undefined {
  if (text === '') return undefined;
  hostsOf(text);
  return text;
}

export function readSecretKeys(text: string): string[] {
  const keys = list(text);
  if (keys.some((key) => key.length < 32)) throw new Error('must have 32 characters or more');
  return keys;
}

export function readPassphrase(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.length < 16) throw new Error('must have 16 characters or more');
  return text;
}

export function readHeaderNames(text: string): string[] {
  const names = list(text).map((name) => name.toLowerCase());
  const wrong = names.find((name) => !/^[a-z0-9-]+$/.test(name) || name === 'authorization');
  if (wrong) throw new Error(`"${wrong}" cannot be the name of a key header`);
  return ['svc-api-key', originalHeaders.key, ...names];
}

export function readCompatibility(text: string): boolean {
  if (text !== '' && text !== 'dy') throw new Error('must be dy, or empty');
  return text === 'dy';
}

export function readProxies(text: string): string[] {
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

export function readHosts(text: string): string[] {
  const hosts = list(text);
  const wrong = hosts.find((host) => !/^[A-Za-z0-9:.-]+(\/\d{1,3})?$/.test(host));
  if (wrong) throw new Error(`"${wrong}" is no host name, address or CIDR range`);
  return hosts;
}

export function readLogLevel(text: string): (typeof logLevels)[number] {
  const level = logLevels.find((name) => name === text);
  if (!level) throw new Error(`must be one of ${logLevels.join(', ')}`);
  return level;
}
