// What holds for every fetch of a file, wherever it lies: its bounds, and how a failure is said.
import { HostError } from '../../../../../outbound.ts';
import type { AllowedHosts } from '../../../../../public-address.ts';
import { FeedFileError } from '../../files/feed-line.ts';
import type { FeedSource } from '../../files/source.ts';

export interface FetchBounds {
  readonly allowed: AllowedHosts;
  /** Ends the fetch, and is not mistaken for a fault of the source. */
  readonly signal: AbortSignal;
  readonly bytesMax: number;
  /** Until the file begins, and from one piece to the next. */
  readonly idleMs: number;
  readonly wholeMs: number;
}

export type Fetched =
  | { readonly isUnchanged: true }
  | {
      readonly isUnchanged: false;
      /** To be read once. */
      readonly source: FeedSource;
      readonly received: () => number;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
    };

export const tooLarge = ({ bytesMax }: FetchBounds) =>
  new FeedFileError(`the file is larger than ${bytesMax} bytes`);

/** Why a host did not give the file, from a fault of the connection. */
export function whyNot(host: string, cause: NodeJS.ErrnoException, signal: AbortSignal): Error {
  if (cause instanceof FeedFileError) return cause;
  if (cause instanceof HostError) return new FeedFileError(cause.message, { cause });
  const isLate = signal.reason?.name === 'TimeoutError';
  if (signal.aborted && !isLate) return signal.reason as Error;
  const why = isLate ? 'it took too long' : (cause.code ?? 'the connection ended early');
  return new FeedFileError(`${host} did not give the file: ${why}`, { cause });
}

/** The last part of a path, which may end in what a file is. */
export function decodeName(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    // It is only looked at for its extension.
    return last;
  }
}
