// Where a pull's file lies: by HTTP, SFTP or S3, as its address says; and with what it is fetched.

import { isIP } from 'node:net';
import type { Fault, PullInput } from '@attune/contract';
import { addressFault } from '../../../../../outbound.ts';
import { type AllowedHosts, mayAsk } from '../../../../../public-address.ts';
import type { FetchBounds, Fetched } from './fetch-bounds.ts';
import { fetchHttp } from './http.ts';

/** From where, as a pull's settings have it. */
export type Place = Pick<PullInput, 'url' | 's3' | 'hostKey'>;
type Authorization = NonNullable<PullInput['authorization']>;

/** What the source said of the last accepted file. */
export interface LastFile {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

type Kind = 'http' | 'sftp' | 's3';

const kindOf = (url: string): Kind => {
  if (/^sftp:/i.test(url)) return 'sftp';
  return /^s3:/i.test(url) ? 's3' : 'http';
};

/** Fetches a file. Throws FeedFileError where its place is not allowed, or does not give it. */
export async function fetchFrom(
  place: Place,
  secret: string | undefined,
  known: LastFile,
  bounds: FetchBounds,
): Promise<Fetched> {
  const kind = kindOf(place.url);
  if (kind === 'http') {
    return fetchHttp({ url: place.url, authorization: secret, ...known }, bounds);
  }
  const url = new URL(place.url);
  const given = JSON.parse(secret ?? '{}');
  const { etag } = known;
  if (kind === 's3') {
    const { fetchS3 } = await import('./s3.ts');
    return fetchS3({ url, etag, ...place.s3!, ...given }, bounds);
  }
  const { fetchSftp } = await import('./sftp.ts');
  return fetchSftp({ url, etag, hostKey: place.hostKey, ...given }, bounds);
}

/** What is wrong with a place. */
export function placeErrors({ url, s3 }: Place, allowed: AllowedHosts): Fault[] {
  const kind = kindOf(url);
  const fault = (pointer: string, detail: string | undefined) =>
    detail === undefined ? [] : [{ pointer, detail }];
  if (kind === 'http') return fault('/url', addressFault(url, allowed));
  if (kind === 'sftp') return fault('/url', sftpFault(url, allowed));
  const endpoint = s3
    ? fault('/s3/endpoint', addressFault(s3.endpoint, allowed))
    : fault('/s3', 'is missing: the endpoint and the region of the bucket');
  const isObject = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/[^?#]+$/.test(url);
  return [...fault('/url', isObject ? undefined : 'is no object: s3://bucket/key'), ...endpoint];
}

function sftpFault(text: string, allowed: AllowedHosts): string | undefined {
  if (!URL.canParse(text)) return 'is no address: sftp://files.shop.example/prices.csv';
  const { hostname, username, password, pathname } = new URL(text);
  if (username !== '' || password !== '') return 'must not have a name and password in it';
  if (hostname === '' || !/[^/]/.test(pathname)) return 'must have a host and the path of a file';
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 || mayAsk(host, host, allowed)) return undefined;
  return `${host} is no public address`;
}

/** What is wrong with credentials for a place; none are given: what is kept counts. */
export async function authorizationErrors(
  { url }: Place,
  given: PullInput['authorization'],
  isKept: boolean,
): Promise<Fault[]> {
  const kind = kindOf(url);
  if (!given) {
    if (kind === 'http' || (given === undefined && isKept)) return [];
    const wanted = kind === 's3' ? 'an access key' : 'a user name with a password or a private key';
    return [{ pointer: '/authorization', detail: `is missing: ${wanted}` }];
  }
  const isFor =
    ('accessKeyId' in given && kind === 's3') ||
    ('username' in given && kind === 'sftp') ||
    (kind === 'http' && ('header' in given || 'password' in given));
  if (!isFor) return [{ pointer: '/authorization', detail: `is not of a kind for ${kind}` }];
  if ('privateKey' in given) return keyErrors(given);
  return kind === 'http' ? httpErrors(given) : [];
}

async function keyErrors({
  privateKey,
  passphrase,
}: Extract<Authorization, { privateKey: string }>): Promise<Fault[]> {
  const { utils } = (await import('ssh2')).default;
  const key = utils.parseKey(privateKey, passphrase);
  if (!(key instanceof Error)) return [];
  const why = /passphrase/i.test(key.message) ? 'needs its right passphrase' : 'is no private key';
  return [{ pointer: '/authorization/privateKey', detail: `${why} that can be read` }];
}

function httpErrors(given: Authorization): Fault[] {
  if ('header' in given) {
    if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(given.header)) return [];
    return [{ pointer: '/authorization/header', detail: 'must be visible ASCII characters' }];
  }
  if (!('username' in given) || !given.username.includes(':')) return [];
  return [{ pointer: '/authorization/username', detail: 'must not have a colon in it' }];
}

/** The text that is sealed: of HTTP the value of the header. */
export function secretOf({ url }: Place, given: Authorization): string {
  if (kindOf(url) !== 'http') return JSON.stringify(given);
  if ('header' in given) return given.header;
  const { username, password } = given as Extract<Authorization, { password: string }>;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** May credentials for one place be sent to another? Not to another host. */
export function isSameHost(one: Place, other: Place): boolean {
  const [a, b] = [new URL(one.url), new URL(other.url)];
  if (a.protocol !== b.protocol || a.host !== b.host) return false;
  return kindOf(one.url) !== 's3' || one.s3?.endpoint === other.s3?.endpoint;
}

/** Does a place need a host key that somebody accepted? */
export const needsHostKey = ({ url, hostKey }: Place) =>
  kindOf(url) === 'sftp' && hostKey === undefined;
