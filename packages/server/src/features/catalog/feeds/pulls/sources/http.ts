// Fetches a feed's file from an address, through redirects of which each is checked.
import type { IncomingMessage } from 'node:http';
import { addressFault, ask } from '../../../../../outbound.ts';
import type { AllowedHosts } from '../../../../../public-address.ts';
import { FeedFileError } from '../../files/feed-line.ts';
import type { FeedSource } from '../../files/source.ts';
import { decodeName, type FetchBounds, type Fetched, tooLarge, whyNot } from './fetch-bounds.ts';

export interface HttpRequest {
  readonly url: string;
  /** The value of the header; sent to the first host alone. */
  readonly authorization: string | undefined;
  /** The source's headers for the last accepted file. */
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

const redirectsMax = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
const validatorMax = 1_000;

/**
 * Fetches a file. Throws FeedFileError where the address, or one that it leads to, is not allowed,
 * and where the source does not give the file.
 */
export async function fetchHttp(request: HttpRequest, bounds: FetchBounds): Promise<Fetched> {
  const signal = AbortSignal.any([bounds.signal, AbortSignal.timeout(bounds.wholeMs)]);
  const first = new URL(request.url);
  let url = first;
  for (let count = 0; count <= redirectsMax; count += 1) {
    const isFirstHost = url.origin === first.origin;
    const headers = headersOf(request, isFirstHost);
    const response = await ask(url, { ...bounds, headers, signal }).catch((error) => {
      throw whyNot(url.host, error, signal);
    });
    const { statusCode: status = 0 } = response;
    if (status === 304) return { isUnchanged: ended(response) };
    if (status === 200) return fetchedOf(response, url, { ...bounds, signal });
    ended(response);
    const { location } = response.headers;
    if (!redirects.has(status) || location === undefined) {
      throw new FeedFileError(`${url.host} answered ${status} instead of the file`);
    }
    url = redirected(url, location, bounds.allowed);
  }
  throw new FeedFileError(`${first.host} leads on and on: more than ${redirectsMax} redirects`);
}

function redirected(from: URL, location: string, allowed: AllowedHosts): URL {
  if (!URL.canParse(location, from.href)) throw new FeedFileError(`${from.host} leads nowhere`);
  const to = new URL(location, from.href);
  const fault = addressFault(to.href, allowed);
  if (fault) throw new FeedFileError(`${from.host} leads to an address that ${fault}`);
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new FeedFileError(`${from.host} leads from https to http`);
  }
  return to;
}

function headersOf({ authorization, etag, lastModified }: HttpRequest, isFirstHost: boolean) {
  return {
    'user-agent': 'Attune feed fetcher',
    accept: '*/*',
    'accept-encoding': 'gzip',
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(etag === undefined && lastModified !== undefined && { 'if-modified-since': lastModified }),
    ...(authorization !== undefined && isFirstHost && { authorization }),
  };
}

/** A response that is not read is released, with its connection. */
function ended(response: IncomingMessage): true {
  response.destroy();
  return true;
}

/** The file that a response gives. */
export function fetchedOf(response: IncomingMessage, url: URL, bounds: FetchBounds): Fetched {
  const { etag, 'last-modified': lastModified, 'content-encoding': encoding } = response.headers;
  if (encoding !== undefined && !/^(gzip|x-gzip|identity)$/i.test(encoding)) {
    ended(response);
    throw new FeedFileError(`${url.host} packed the file as ${encoding.slice(0, 50)}`);
  }
  const length = Number(response.headers['content-length']);
  let bytes = 0;
  const source: FeedSource = {
    isOnce: true,
    name: decodeName(url.pathname),
    totalBytes: Number.isInteger(length) ? length : undefined,
    read: async function* () {
      try {
        for await (const chunk of response) {
          bytes += chunk.length;
          if (bytes > bounds.bytesMax) throw tooLarge(bounds);
          yield chunk;
        }
      } catch (error) {
        throw whyNot(url.host, error as NodeJS.ErrnoException, bounds.signal);
      } finally {
        response.destroy();
      }
    },
  };
  const short = (text: string | undefined) =>
    text !== undefined && text.length <= validatorMax ? text : undefined;
  return {
    ...{ isUnchanged: false, source, received: () => bytes },
    ...{ etag: short(etag), lastModified: short(lastModified) },
  };
}
