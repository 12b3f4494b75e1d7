// Clients that send a body a few bytes at a time.
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface SlowUpload {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly key: string;
  readonly type: string;
  readonly body: string;
}

/** So many parts, with a pause after each. */
export interface Pace {
  readonly parts: number;
  readonly pauseMs: number;
}

/** Sends a body slowly over a connection of its own; resolves with the status of the answer. */
export async function uploadSlowly(url: string, upload: SlowUpload, pace: Pace): Promise<number> {
  const { method, path, key, type, body } = upload;
  const headers = { 'svc-api-key': key, 'content-type': type, 'content-length': body.length };
  const sending = request(`${url}${path}`, { agent: false, method, headers });
  const answered = answerOf(sending);
  // What was answered early is not sent to its end.
  answered.catch(() => undefined);
  const bytes = Math.ceil(body.length / pace.parts);
  for (let at = 0; at < body.length && !sending.destroyed; at += bytes) {
    sending.write(body.slice(at, at + bytes));
    await pause(pace.pauseMs);
  }
  sending.end();
  return answered;
}

const answerOf = (sending: ClientRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response: IncomingMessage) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
  });
