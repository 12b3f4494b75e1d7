// Fetches a feed's file from an object store that speaks S3, by requests that are signed.
import { addressOf, askStore, type ObjectStore, whyRefused } from '../../../../../object-store.ts';
import { FeedFileError } from '../../files/feed-line.ts';
import { type FetchBounds, type Fetched, whyNot } from './fetch-bounds.ts';
import { fetchedOf } from './http.ts';

export interface S3Request extends ObjectStore {
  /** `s3://bucket/key` */
  readonly url: URL;
  /** Of the last accepted file. */
  readonly etag: string | undefined;
}

/**
 * Fetches an object. A redirect is not followed, since the signature is for one host. Throws
 * FeedFileError where the store does not give it.
 */
export async function fetchS3(
  { url, etag, ...store }: S3Request,
  bounds: FetchBounds,
): Promise<Fetched> {
  const signal = AbortSignal.any([bounds.signal, AbortSignal.timeout(bounds.wholeMs)]);
  const path = `${url.host}${url.pathname}`;
  const headers = etag === undefined ? {} : { 'if-none-match': etag };
  const response = await askStore(
    store,
    { method: 'GET', path, headers },
    { ...bounds, signal },
  ).catch((error) => {
    throw whyNot(addressOf(store, path).host, error, signal);
  });
  const { statusCode: status = 0 } = response;
  if (status === 200) return fetchedOf(response, url, { ...bounds, signal });
  if (status === 304) {
    response.destroy();
    return { isUnchanged: true };
  }
  throw new FeedFileError(await whyRefused(store, url, response));
}
