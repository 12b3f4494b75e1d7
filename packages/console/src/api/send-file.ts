// Sends a file as it is, with progress, which `fetch` does not report.
import type { AnswerOf, ConsoleEndpoint } from '@attune/contract';
import { addressOf } from './call.ts';
import type { EndpointRef, SentTo } from './endpoints.ts';
import { Problem, problemOf, unreachable } from './problem.ts';

interface Sending<E extends ConsoleEndpoint> {
  readonly done: Promise<AnswerOf<E>>;
  readonly cancel: () => void;
}

/** `onProgress` gets the share of the file that is sent. `done` rejects with a `Problem`. */
export function sendFile<E extends ConsoleEndpoint>(
  endpoint: EndpointRef<E>,
  sent: Omit<SentTo<E>, 'body'>,
  file: Blob,
  onProgress: (share: number) => void,
): Sending<E> {
  const { params, query } = sent as Parameters;
  const request = new XMLHttpRequest();
  const done = new Promise<AnswerOf<E>>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 300) return resolve(JSON.parse(responseText) as AnswerOf<E>);
      const header = (name: string) => request.getResponseHeader(name);
      reject(problemOf({ status, statusText, header }, responseText));
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(stopped());
    request.open(endpoint.method, addressOf(endpoint.path, params, query));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
  return { done, cancel: () => request.abort() };
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
