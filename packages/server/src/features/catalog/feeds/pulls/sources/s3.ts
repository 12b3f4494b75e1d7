// Fetches a feed's file from an object store that speaks S3, by requests that are signed.
import type { IncomingMessage } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import { ask } from '../../../../../outbound.ts';
import { FeedFileError } from '../../files/feed-line.ts';
import { type FetchBounds, type Fetched, whyNot } from './fetch-bounds.ts';
import { fetchedOf } from './http.ts';

export interface S3Request {
  /** `s3://bucket/key` */
  readonly url: URL;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of the last accepted file. */
  readonly etag: string | undefined;
}

const explanationMax = 16 * 1024;

/**
 * Fetches an object. A redirect is not followed, since the signature is for one host. Throws
 * FeedFileError where the store does not give it.
 */
export async function fetchS3(request: S3Request, bounds: FetchBounds): Promise<Fetched> {
  const signal = AbortSignal.any([bounds.signal, AbortSignal.timeout(bounds.wholeMs)]);
  const { url: at, endpoint, etag, ...signing } = request;
  // The bucket in the path: an endpoint of one's own has no name for each bucket.
  const folder = endpoint.endsWith('/') ? endpoint : `${endpoint}/`;
  const target = new URL(`${at.host}${at.pathname}`, folder);
  const signed = await new AwsV4Signer({
    ...{ ...signing, url: target.href, service: 's3', method: 'GET' },
    ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
  }).sign();
  const headers = Object.fromEntries(signed.headers);
  const response = await ask(target, { ...bounds, headers, signal }).catch((error) => {
    throw whyNot(target.host, error, signal);
  });
  const { statusCode: status = 0 } = response;
  if (status === 200) return fetchedOf(response, at, { ...bounds, signal });
  if (status === 304) {
    response.destroy();
    return { isUnchanged: true };
  }
  throw new FeedFileError(await refusal(request, response));
}

const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'there is no such object',
  InvalidAccessKeyId: 'does not know the access key',
  SignatureDoesNotMatch: 'does not accept the secret access key',
  AccessDenied: 'does not let this access key read the object',
  RequestTimeTooSkewed: 'says that the clock of this server is wrong',
};

async function refusal({ url, endpoint, region }: S3Request, response: IncomingMessage) {
  const { statusCode, headers } = response;
  const host = new URL(endpoint).host;
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await explanationOf(response))?.[1] ?? '';
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

/** What an answer says in XML, as far as it need be read. */
async function explanationOf(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response) {
      text += chunk;
      if (text.length > explanationMax) break;
    }
  } catch {
    // What was read says enough, or nothing.
  }
  response.destroy();
  return text;
}
