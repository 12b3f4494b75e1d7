// A plain request and the answer to it: as much of Node's objects as the server uses of them.
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { stage } from '../cohort.ts';
import type { Head } from './head.ts';

/** What the server uses of a request, whoever read it from its connection. */
export interface HttpRequest
  extends Readonly<
    Pick<
      IncomingMessage,
      'method' | 'url' | 'headers' | 'socket' | 'complete' | 'destroyed' | 'readableLength'
    >
  > {
  once(event: 'end', listener: () => void): unknown;
}

/** What the server uses of the answer to one. */
export interface HttpResponse
  extends Readonly<
    Pick<
      ServerResponse,
      'socket' | 'headersSent' | 'writableEnded' | 'writableFinished' | 'destroyed'
    >
  > {
  writeHead(status: number, fields: OutgoingHttpHeader[]): unknown;
  setHeader(name: 'connection', value: 'close'): unknown;
  end(payload?: string): unknown;
  end(payload: string, encoding: 'utf8' | 'latin1'): unknown;
  on(event: 'close', listener: () => void): unknown;
  once(event: 'close' | 'socket', listener: () => void): unknown;
}

/** What answers requests. */
export type Handler = (request: HttpRequest, response: HttpResponse) => void;

const nothing = Buffer.alloc(0);
const nothingSaid: IncomingHttpHeaders = Object.freeze({});

/** A request whose body is held until it is whole. */
export class PlainRequest implements HttpRequest {
  readonly socket: Socket;
  readonly method: string;
  readonly url: string;
  headers: IncomingHttpHeaders;
  /** Of the body: what has come is taken from the socket at once. */
  readonly readableLength = 0;
  complete = false;
  #body: Buffer = nothing;
  #chunks: Buffer[] = [];
  #missing: number;
  #isWanted = true;
  readonly #atEnd: (() => void)[] = [];

  constructor(socket: Socket, { method, url, headers, bodyBytes }: Head) {
    this.socket = socket;
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.#missing = bodyBytes;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  /** Of a body that is not here yet. */
  once(_event: 'end', listener: () => void): void {
    this.#atEnd.push(listener);
  }

  /** Takes what belongs to the body, and gives what is left behind it. */
  take(bytes: Buffer): Buffer {
    const missing = this.#missing;
    if (bytes.length < missing) {
      if (this.#isWanted) this.#chunks.push(bytes);
      this.#missing -= bytes.length;
      return nothing;
    }
    const isAll = bytes.length === missing;
    const last = isAll ? bytes : bytes.subarray(0, missing);
    this.#body = this.#chunks.length === 0 ? last : Buffer.concat([...this.#chunks, last]);
    this.#missing = 0;
    this.complete = true;
    for (const hear of this.#atEnd) hear();
    return isAll ? nothing : bytes.subarray(missing);
  }

  /** Gives the body, once it is complete, and holds it no longer. */
  takeBody(): Buffer {
    const body = this.#body;
    this.#body = nothing;
    return body;
  }

  /** It was answered, whether or not its body was taken. Its connection keeps it until the next. */
  release(): void {
    this.headers = nothingSaid;
    this.#body = nothing;
  }

  /** Nobody wants the body any more: the rest of it is counted, and not kept. */
  discard(): void {
    this.#isWanted = false;
    this.#chunks = [];
  }
}

/** What ends a header, or begins another. */
const unsendable = /[^\t -~]/;
const withoutBody: ReadonlySet<number> = new Set([204, 304]);
let dateSecond = 0;
let dateLine = '';

/** The field that RFC 9110 asks for; made once a second. */
function dateField(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateLine = `Date: ${new Date(1000 * second).toUTCString()}\r\n`;
  }
  return dateLine;
}

/** An answer on its way out. */
interface Leaving {
  readonly response: PlainResponse;
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
}

const leave = stage(({ response, text, encoding }: Leaving) => {
  const { socket } = response;
  if (!socket.writable) return;
  socket.write(text, encoding);
  // Most leave at once, and need no turn of their own to be told so.
  if (socket.writableLength === 0) response.close();
  else socket.write('', () => response.close());
});

/** An answer that is written whole, once. It closes when it has left, or never will. */
export class PlainResponse implements HttpResponse {
  readonly socket: Socket;
  headersSent = false;
  writableEnded = false;
  /** Nothing comes after it on its connection. */
  isLast: boolean;
  readonly #keepAlive: string;
  readonly #atClose: (() => void)[] = [];
  #isClosed = false;
  #status = 200;
  #fields = '';

  /** `keepAlive`: the fields of an answer after which another request may come. */
  constructor(socket: Socket, isLast: boolean, keepAlive: string) {
    this.socket = socket;
    this.isLast = isLast;
    this.#keepAlive = keepAlive;
  }

  get destroyed(): boolean {
    return this.#isClosed || this.socket.destroyed;
  }

  get writableFinished(): boolean {
    return this.#isClosed && this.writableEnded;
  }

  on(_event: 'close', listener: () => void): void {
    this.#atClose.push(listener);
  }

  /** It closes once. */
  once(event: 'close', listener: () => void): void {
    this.on(event, listener);
  }

  /** Says that nothing comes after the answer, which is all that is ever said this way. */
  setHeader(_name: 'connection', _value: 'close'): void {
    this.isLast = true;
  }

  /** `fields`: names and values in turn. */
  writeHead(status: number, fields: OutgoingHttpHeader[]): void {
    this.#status = status;
    this.#fields = '';
    for (let at = 0; at < fields.length; at += 2) {
      const value = String(fields[at + 1]);
      if (unsendable.test(value)) throw new Error(`the field ${fields[at]} cannot be sent`);
      this.#fields += `${fields[at]}: ${value}\r\n`;
    }
  }

  /** Sends the answer. Of a payload, the fields have told the length. */
  end(payload = '', encoding: 'utf8' | 'latin1' = 'utf8'): void {
    // Who was cut off meanwhile was told so already; that his connection closes ends this, too.
    if (this.writableEnded || !this.socket.writable) return;
    this.headersSent = true;
    this.writableEnded = true;
    const status = this.#status;
    const length = payload === '' && !withoutBody.has(status) ? 'content-length: 0\r\n' : '';
    const connection = this.isLast ? 'Connection: close\r\n' : this.#keepAlive;
    const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    const head = `${line}${this.#fields}${length}${dateField()}${connection}\r\n`;
    this.#fields = '';
    leave({ response: this, text: head + payload, encoding });
  }

  /** It has left, or its connection is gone. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const hear of this.#atClose) hear();
    this.#atClose.length = 0;
  }
}
