// Plain requests are read here, beneath Node's HTTP server, which costs more than to answer them.
//
// A connection starts here and stays while what comes over it is plain: a head as `head.ts` reads
// it, for what `isTaken` says. With the first request that is anything else, it is handed to Node
// for good, with all bytes that were not answered yet. So whatever is doubtful is read by one
// parser, Node's; what is read here becomes a `request` of the server like any other. ADR 0035.
import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { PlainRequest, PlainResponse } from './exchange.ts';
import { type Head, isPlainSoFar, readHead } from './head.ts';

/** Larger ones are Node's to measure. */
const headBytesMax = 8 * 1024;
/** A head in more pieces than that is dripped, and not cut by networks. */
const headPiecesMax = 8;
/** Of what is sent before the request in front of it was answered. */
const aheadBytesMax = 64 * 1024;
const headEnd = '\r\n\r\n';

interface Reading {
  readonly server: Server;
  readonly isTaken: (head: Head) => boolean;
  /** Gives a connection to Node. */
  readonly handOver: (socket: Socket) => void;
  readonly open: Set<Connection>;
  readonly keepAlive: string;
}

/** Reads the plain ones among a server's requests; to be called before it has connections. */
export function readPlainRequests(server: Server, isTaken: Reading['isTaken']): void {
  const [node] = server.listeners('connection');
  if (!node) throw new Error('a server that takes no connections');
  server.off('connection', node as () => void);
  const open = new Set<Connection>();
  const handOver = (socket: Socket) => void node.call(server, socket);
  const seconds = Math.floor(server.keepAliveTimeout / 1000);
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n`;
  const reading = { server, isTaken, handOver, open, keepAlive };
  server.on('connection', (socket: Socket) => void open.add(new Connection(reading, socket)));
  const { closeIdleConnections, closeAllConnections } = server;
  server.closeIdleConnections = () => {
    for (const each of open) if (each.isIdle) each.socket.destroy();
    closeIdleConnections.call(server);
  };
  server.closeAllConnections = () => {
    for (const each of open) each.socket.destroy();
    closeAllConnections.call(server);
  };
}

/** Of a socket's event. */
type Listener = readonly [name: string, listen: Parameters<EventEmitter['on']>[1]];

class Connection {
  readonly socket: Socket;
  readonly #reading: Reading;
  readonly #listeners: readonly Listener[];
  /** What was not read yet, and in how many pieces it came. */
  #held: Buffer | undefined;
  #pieces = 0;
  #request: PlainRequest | undefined;
  #response: PlainResponse | undefined;
  #hasEnded = false;

  constructor(reading: Reading, socket: Socket) {
    this.socket = socket;
    this.#reading = reading;
    this.#listeners = [
      ['data', (chunk: Buffer) => this.#arrive(chunk)],
      ['end', () => this.#end()],
      ['error', (error: Error) => void this.#reading.server.emit('clientError', error, socket)],
      ['close', () => this.#close()],
    ];
    for (const [name, listen] of this.#listeners) socket.on(name, listen);
  }

  /** Is nothing of a request here, and nothing to be answered? */
  get isIdle(): boolean {
    return this.#held === undefined && this.#response === undefined;
  }

  #arrive(chunk: Buffer): void {
    if (!this.socket.writable) return;
    let bytes = chunk;
    if (this.#request && !this.#request.complete) {
      bytes = this.#request.take(chunk);
      if (bytes.length === 0) return;
    }
    this.#held = this.#held ? Buffer.concat([this.#held, bytes]) : bytes;
    this.#pieces += 1;
    if (!this.#response) this.#read();
    else if (this.#held.length > aheadBytesMax) this.socket.pause();
  }

  /** Reads the next request, if all of its head is here. */
  #read(): void {
    const held = this.#held;
    if (!held) return;
    const at = held.indexOf(headEnd);
    if (at < 0) {
      const isShort = held.length <= headBytesMax && this.#pieces <= headPiecesMax;
      if (this.#hasEnded || !isShort || !isPlainSoFar(held.toString('latin1'))) this.#leave();
      return;
    }
    const head = at <= headBytesMax ? readHead(held.toString('latin1', 0, at)) : undefined;
    if (!head || !this.#reading.isTaken(head)) {
      this.#leave();
      return;
    }
    const { socket } = this;
    const request = new PlainRequest(socket, head);
    const response = new PlainResponse(socket, head.isLast, this.#reading.keepAlive);
    this.#request = request;
    this.#response = response;
    const rest = request.take(held.subarray(at + headEnd.length));
    this.#held = rest.length > 0 ? rest : undefined;
    this.#pieces = rest.length > 0 ? 1 : 0;
    response.once('close', () => this.#answered());
    this.#reading.server.emit('request', request, response);
  }

  #answered(): void {
    const { socket } = this;
    const isLast = this.#response?.isLast;
    const isComplete = this.#request?.complete;
    if (socket.destroyed) return;
    if (isLast) {
      socket.destroySoon();
      return;
    }
    // What is still to come of a body that nobody wants is taken, and thrown away.
    if (!isComplete) {
      this.#request?.once('end', () => this.#answered());
      return;
    }
    this.#request = undefined;
    this.#response = undefined;
    if (socket.isPaused()) socket.resume();
    this.#read();
    if (this.#hasEnded && this.isIdle) socket.end();
  }

  /** The other side says nothing more. */
  #end(): void {
    this.#hasEnded = true;
    if (this.#request && !this.#request.complete) {
      const error = Object.assign(new Error('The body was cut off'), {
        code: 'HPE_INVALID_EOF_STATE',
        reason: 'Invalid EOF state',
      });
      this.#reading.server.emit('clientError', error, this.socket);
    } else if (this.isIdle) this.socket.end();
    else if (!this.#response) this.#leave();
  }

  #close(): void {
    this.#reading.open.delete(this);
    this.#response?.close();
  }

  /** Hands the connection to Node, with what has come over it. */
  #leave(): void {
    const { socket } = this;
    const held = this.#held;
    const { open, handOver } = this.#reading;
    open.delete(this);
    for (const [name, listen] of this.#listeners) socket.off(name, listen);
    handOver(socket);
    if (held) socket.emit('data', held);
    if (this.#hasEnded) socket.emit('end');
  }
}
