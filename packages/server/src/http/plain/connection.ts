// Plain requests are read here, beneath Node's HTTP server, which costs more than to answer them.
//
// A connection starts here and stays while what comes over it is plain: a head as `head.ts` reads
// it, for what `isTaken` says. With the first request that is anything else, it is handed to Node
// for good, with all bytes that were not answered yet. So whatever is doubtful is read by one
// parser, Node's; what is read here becomes a `request` of the server like any other. ADR 0035.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isCrowded } from '../anteroom.ts';
import { giveOneByOne } from '../one-by-one.ts';
import { PlainRequest, PlainResponse } from './exchange.ts';
import { beginningOf, bodyBytesMax, type Head, headPiecesMax } from './head.ts';

/** Of what is sent before the request in front of it was answered. */
const aheadBytesMax = 64 * 1024;

/** Of each server: the connections that nothing unusual has come over. */
const openOn = new WeakMap<Server, ReadonlySet<Connection>>();

/** How many of a server's connections are read here, and not by Node. */
export const plainConnections = (server: Server): number => openOn.get(server)?.size ?? 0;

/** Where a request ends that begins with a plain head, has no body and is not the last. */
function endOfPlain(bytes: Buffer): number | undefined {
  const found = beginningOf(bytes);
  const isPlain = typeof found === 'object' && found.head.bodyBytes === 0 && !found.head.isLast;
  return isPlain ? found.end : undefined;
}

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
  openOn.set(server, open);
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

/** Where a socket has its connection. */
const own = Symbol('connection');
type Owned = Socket & { [own]: Connection };

class Connection {
  /** The same for all: functions of its own would be most of a connection's memory. */
  static readonly #listeners = {
    data(this: Owned, chunk: Buffer) {
      this[own].#arrive(chunk);
    },
    end(this: Owned) {
      this[own].#end();
    },
    error(this: Owned, error: Error) {
      this[own].#reading.server.emit('clientError', error, this);
    },
    close(this: Owned) {
      this[own].#close();
    },
  };

  readonly socket: Socket;
  readonly #reading: Reading;
  /** What was not read yet, and in how many pieces it came. */
  #held: Buffer | undefined;
  #pieces = 0;
  #request: PlainRequest | undefined;
  #response: PlainResponse | undefined;
  #hasEnded = false;
  /** What was sent ahead is about to be read. */
  #goesOn = false;

  constructor(reading: Reading, socket: Socket) {
    this.socket = socket;
    this.#reading = reading;
    (socket as Owned)[own] = this;
    const { data, end, error, close } = Connection.#listeners;
    socket.on('data', data).on('end', end).on('error', error).on('close', close);
  }

  /** Is nothing of a request here, and nothing to be answered? */
  get isIdle(): boolean {
    return this.#held === undefined && this.#response === undefined;
  }

  /** Is nothing to be answered, and nothing about to be read? */
  get #isFree(): boolean {
    return !this.#response && !this.#goesOn;
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
    if (this.#isFree) this.#read();
    else if (this.#held.length > aheadBytesMax) this.socket.pause();
  }

  /** Reads the next request, if all of its head is here. */
  #read(): void {
    const held = this.#held;
    if (!held) return;
    const found = beginningOf(held);
    if (found === 'unfinished') {
      if (this.#hasEnded || this.#pieces > headPiecesMax) this.#leave();
    } else if (found && found.head.bodyBytes <= bodyBytesMax && this.#reading.isTaken(found.head)) {
      this.#begin(found.head, held.subarray(found.end));
    } else this.#leave();
  }

  #begin(head: Head, behind: Buffer): void {
    const { socket } = this;
    const request = new PlainRequest(socket, head);
    const response = new PlainResponse(socket, head.isLast, this.#reading.keepAlive);
    this.#request = request;
    this.#response = response;
    const rest = request.take(behind);
    this.#held = rest.length > 0 ? rest : undefined;
    this.#pieces = rest.length > 0 ? 1 : 0;
    response.once('close', () => this.#answered());
    this.#reading.server.emit('request', request, response);
    if (this.#hasEnded) this.#cutOff();
  }

  #answered(): void {
    const { socket } = this;
    const request = this.#request;
    if (socket.destroyed) return;
    if (this.#response?.isLast) {
      socket.destroySoon();
      return;
    }
    // What is still to come of a body that nobody wants is taken, and thrown away.
    if (request?.complete === false) {
      request.discard();
      request.once('end', () => this.#answered());
      return;
    }
    request?.release();
    this.#request = undefined;
    this.#response = undefined;
    // In a turn of its own: who sends thousands of requests at once is not all that there is.
    this.#goesOn = this.#held !== undefined;
    if (this.#goesOn) setImmediate(() => this.#goOn());
    else if (this.#hasEnded) socket.end();
  }

  /** Reads what was sent ahead of an answer. */
  #goOn(): void {
    const { socket } = this;
    this.#goesOn = false;
    if (socket.destroyed) return;
    this.#read();
    if (!this.#reading.open.has(this)) return;
    // The rest of a head is not waited for here, where who says no more would pass for idle.
    if (this.#isFree && this.#held) this.#leave();
    else if (socket.isPaused() && (this.#held?.length ?? 0) <= aheadBytesMax) socket.resume();
  }

  /** The other side says nothing more. */
  #end(): void {
    this.#hasEnded = true;
    if (this.isIdle) this.socket.end();
    else if (this.#isFree) this.#leave();
    else this.#cutOff();
  }

  /** Of a request that is not all here, the rest will not come any more. */
  #cutOff(): void {
    if (this.#request?.complete !== false) return;
    const error = Object.assign(new Error('The body was cut off'), {
      code: 'HPE_INVALID_EOF_STATE',
      reason: 'Invalid EOF state',
    });
    this.#reading.server.emit('clientError', error, this.socket);
  }

  #close(): void {
    this.#reading.open.delete(this);
    this.#response?.close();
  }

  /** Hands the connection to Node, with what has come over it. */
  #leave(): void {
    const { socket } = this;
    const held = this.#held;
    const { open, handOver, server } = this.#reading;
    open.delete(this);
    const { data, end, error, close } = Connection.#listeners;
    socket.off('data', data).off('end', end).off('error', error).off('close', close);
    if (socket.isPaused()) socket.resume();
    handOver(socket);
    if (held && this.#hasEnded) socket.emit('data', held);
    else if (held) giveOneByOne(server, socket, held, endOfPlain, () => isCrowded(server));
    // In a later turn, as it would have come: Node gives up what is not answered by then.
    // What was destroyed has given its parser back, which may be somebody else's by now.
    if (this.#hasEnded) setImmediate(() => void (socket.destroyed || socket.emit('end')));
  }
}
