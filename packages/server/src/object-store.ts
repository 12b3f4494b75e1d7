// Asks object stores that speak S3, by requests that are signed.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import { ask, type OutboundRequest } from './outbound.ts';

export interface ObjectStore {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface ObjectRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `bucket/key`, encoded as in an address. */
  readonly path: string;
  /** With the question mark; absent: none. */
  readonly query?: string;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export type StoreBounds = Pick<OutboundRequest, 'allowed' | 'signal' | 'idleMs'>;

const explanationMax = 16 * 1024;

/** Where a bucket's objects are: the bucket in the path, since not every endpoint has its name. */
export const addressOf = ({ endpoint }: Pick<ObjectStore, 'endpoint'>, path: string): URL =>
  new URL(path, endpoint.endsWith('/') ? endpoint : `${endpoint}/`);

/** Sends a request; its answer may be an error. A redirect is not followed: one host is signed. */
export async function askStore(
  { endpoint, ...signing }: ObjectStore,
  { method, path, query = '', body, headers = {} }: ObjectRequest,
  bounds: StoreBounds,
): Promise<IncomingMessage> {
  const url = new URL(`${addressOf({ endpoint }, path).href}${query}`);
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const { sessionToken, ...keys } = signing;
  const signed = await new AwsV4Signer({
    ...{ ...keys, url: url.href, service: 's3', method },
    ...(sessionToken !== undefined && { sessionToken }),
    headers: { ...headers, 'x-amz-content-sha256': hash },
  }).sign();
  const sent = { method, headers: Object.fromEntries(signed.headers), ...(body && { body }) };
  return ask(url, { ...sent, ...bounds });
}

const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'there is no such object',
  InvalidAccessKeyId: 'does not know the access key',
  SignatureDoesNotMatch: 'does not accept the secret access key',
  AccessDenied: 'does not let this access key at the object',
  RequestTimeTooSkewed: 'says that the clock of this server is wrong',
};

/** Why a store refused `s3://bucket/key`, in words. */
export async function whyRefused(
  { endpoint, region }: ObjectStore,
  url: URL,
  response: IncomingMessage,
): Promise<string> {
  const { statusCode, headers } = response;
  const { host } = new URL(endpoint);
  const code = errorCodeIn(await textOf(response)) ?? '';
  const other = headers['x-amz-bucket-region'];
  if (statusCode === 301 || statusCode === 307 || code === 'AuthorizationHeaderMalformed') {
    const where = other && other !== region ? `: it is in ${String(other).slice(0, 50)}` : '';
    return `the bucket ${url.host} is not at ${host} in the region ${region}${where}`;
  }
  const reason = reasons[code];
  if (reason) return `${host} ${reason}${reason.startsWith('there') ? `: ${url.href}` : ''}`;
  const also = code === '' ? '' : ` (${code})`;
  return `${host} answered ${statusCode}${also} instead of the object`;
}

/** The code of an error in what a store answered; it may answer 200 and say one. */
export const errorCodeIn = (xml: string): string | undefined =>
  /<Error>[\s\S]*<Code>(\w{1,60})<\/Code>/.exec(xml)?.[1];

/** What a store answered in XML, as far as it need be read. */
export async function textOf(response: IncomingMessage, most = explanationMax): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > most) break;
    }
  } catch {
    // What was read says enough, or nothing.
  }
  response.destroy();
  return Buffer.concat(pieces).toString('utf8');
}
