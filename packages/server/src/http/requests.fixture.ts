// Requests as tests write them; every answer is checked for what all answers promise.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@attune/contract';
import { checkedFetch } from '../testing.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer.
  readonly body: any;
}

export interface Sent {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, blobs as files, anything else as JSON. */
  readonly body?: unknown;
}

export type Ask = (method: string, path: string, sent?: Sent) => Promise<Answered>;

/**
 * Sends a request; an answer that breaks the contract, or what all errors promise, is a failure.
 */
export function askOf(url: string): Ask {
  return async (method, path, { key, headers, body } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof Blob;
    const response = await checkedFetch(url + path, {
      method,
      headers: {
        ...(key !== undefined && { 'svc-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(body instanceof Blob && { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return checked(response.status, response.headers, text, method === 'HEAD');
  };
}

/** Sends bytes as they are over a connection of their own, and reads until it is closed. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<Answered> {
  const { write, answered } = openRaw(url);
  write(bytes);
  return answered;
}

export interface RawConnection {
  /** What is written after the end is lost, as what is sent to a client that has hung up. */
  readonly write: (bytes: string | Buffer) => void;
  /** What was received until it was closed. */
  readonly answered: Promise<Answered>;
}

/** Opens a connection over which bytes are sent as they are. */
export function openRaw(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  // A write that meets a closed connection is no fault of the answer before.
  socket.on('error', () => undefined);
  const read = async () => {
    await new Promise((resolve) => socket.once('close', resolve));
    const end = received.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(': ') as [string, string]));
    return checked(Number(statusLine.split(' ')[1]), headers, received.slice(end + 4), false);
  };
  const write = (bytes: string | Buffer) => {
    if (socket.writable) socket.write(bytes);
  };
  return { write, answered: read() };
}

function checked(status: number, headers: Headers, text: string, isHead: boolean): Answered {
  const traceId = headers.get('svc-trace-id');
  assert.match(traceId ?? 'none', /^[0-9a-f]{32}$/);
  assert.doesNotMatch(text, /\n\s+at |node_modules|\.ts:\d|svc_[sc]_/);
  if (isHead) assert.equal(text, '');
  const type = headers.get('content-type') ?? '';
  const isJson = type.includes('json') && text !== '';
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const body = type.includes('ndjson') ? lines() : isJson ? JSON.parse(text) : undefined;
  if (status >= 400 && !isHead && body?.errorCode) {
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(body.metadata.traceId, traceId);
  } else if (status >= 400 && !isHead) {
    assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8');
    const { code, traceId: told, title, type } = body;
    const known = errorCatalogue[code as ErrorCode];
    assert.deepEqual([body.status, title, told], [known.status, known.title, traceId], text);
    assert.deepEqual([status, type], [known.status, `urn:attune:error:${code}`], text);
  }
  return { status, headers, text, body };
}

/** Asserts that it is this error; returns its body. */
export function assertRefused(answer: Answered, code: ErrorCode, message?: string) {
  assert.equal(answer.body?.code, code, `${message ?? ''} ${answer.status} ${answer.text}`);
  return answer.body;
}
