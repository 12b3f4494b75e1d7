// Posts a message to a channel's address, and says what came of it.
import { ask, HostError } from '../../../outbound.ts';
import type { AllowedHosts } from '../../../public-address.ts';

const idleMs = 15_000;
const wholeMs = 20_000;

/** What came of an attempt; a detail may be shown. */
export type Outcome =
  | { readonly isDelivered: true; readonly answerCode?: number; readonly detail?: string }
  | {
      readonly isDelivered: false;
      readonly detail: string;
      readonly answerCode?: number;
      /** Milliseconds to wait, as the receiver asked. */
      readonly askedMs?: number | undefined;
      /** Is it of no use to try again? */
      readonly isFinal?: boolean;
    };

export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowed: AllowedHosts;
  /** The node stops: rejects with its reason. */
  readonly stopping: AbortSignal;
}

/** Posts JSON. What is answered 2xx has been delivered; redirects are not followed. */
export async function post({ url, headers, body, allowed, stopping }: Posting): Promise<Outcome> {
  const late = AbortSignal.timeout(wholeMs);
  const signal = AbortSignal.any([stopping, late]);
  const to = new URL(url);
  const own = { 'content-type': 'application/json', 'user-agent': 'Attune webhooks' };
  const length = { 'content-length': String(Buffer.byteLength(body)) };
  try {
    const response = await ask(to, {
      ...{ method: 'POST', headers: { ...own, ...length, ...headers }, body },
      ...{ allowed, signal, idleMs },
    });
    // What it says is not read: a host could say anything, and as much as it likes.
    response.destroy();
    return outcomeOf(to.host, response.statusCode ?? 0, response.headers);
  } catch (error) {
    stopping.throwIfAborted();
    if (late.aborted) return { isDelivered: false, detail: `${to.host} took too long.` };
    if (error instanceof HostError) return { isDelivered: false, detail: `${error.message}.` };
    const { code = 'the connection ended early' } = error as NodeJS.ErrnoException;
    return { isDelivered: false, detail: `${to.host} could not be reached: ${code}.` };
  }
}

function outcomeOf(
  host: string,
  answerCode: number,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Outcome {
  if (answerCode >= 200 && answerCode < 300) return { isDelivered: true, answerCode };
  if (answerCode >= 300 && answerCode < 400) {
    const detail = `${host} answered ${answerCode}: set the address that it leads to.`;
    return { isDelivered: false, detail, answerCode };
  }
  const seconds = Number(headers['retry-after']);
  const askedMs = Number.isFinite(seconds) ? 1_000 * seconds : undefined;
  return { isDelivered: false, detail: `${host} answered ${answerCode}.`, answerCode, askedMs };
}
