// Sends a file as it is, with progress, which `fetch` does not report.
import type { AnswerOf, ConsoleEndpoint } from '@attune/contract';
import { addressOf } from './call.ts';
import { connection } from './connection.ts';
import type { EndpointRef, SentTo } from './endpoints.ts';
import { isProblem, Problem, problemOf, unreachable } from './problem.ts';
import { sessionEnd } from './session-end.ts';

interface Sending<E extends ConsoleEndpoint> {
  readonly done: Promise<AnswerOf<E>>;
  readonly cancel: () => void;
}

/**
 * `onProgress` gets the share of the file that is sent. `done` rejects with a `Problem`. Where the
 * session has ended, the file is sent again once the teammate has signed in again.
 */
export function sendFile<E extends ConsoleEndpoint>(
  endpoint: EndpointRef<E>,
  sent: Omit<SentTo<E>, 'body'>,
  file: Blob,
  onProgress: (share: number) => void,
): Sending<E> {
  let request: XMLHttpRequest;
  const send = async (): Promise<AnswerOf<E>> => {
    request = new XMLHttpRequest();
    try {
      return await answerOf<E>(request, endpoint, sent, { file, onProgress });
    } catch (error) {
      if (isProblem(error, 'sign_in_needed') && (await sessionEnd.wait())) return send();
      throw error;
    }
  };
  return { done: send(), cancel: () => request.abort() };
}

interface Sent {
  readonly file: Blob;
  readonly onProgress: (share: number) => void;
}

function answerOf<E extends ConsoleEndpoint>(
  request: XMLHttpRequest,
  { method, path }: EndpointRef<E>,
  sent: Omit<SentTo<E>, 'body'>,
  { file, onProgress }: Sent,
): Promise<AnswerOf<E>> {
  const { params, query } = sent as Parameters;
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 300) return resolve(JSON.parse(responseText) as AnswerOf<E>);
      const header = (name: string) => request.getResponseHeader(name);
      reject(problemOf({ status, statusText, header }, responseText));
    };
    request.onerror = () => {
      connection.noteFailure();
      reject(unreachable());
    };
    request.onabort = () => reject(stopped());
    request.open(method, addressOf(path, params, query));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
}

interface Parameters {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

const stopped = () =>
  new Problem({
    status: 0,
    title: 'Upload cancelled',
    detail: 'The feed is unchanged and the file is still chosen. Upload it again at any time.',
    code: 'unreachable',
    traceId: '',
  });
