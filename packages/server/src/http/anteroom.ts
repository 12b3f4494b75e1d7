// Where a connection stays until its first request is whole: as a bare handle, without a socket.
//
// A socket of Node's is kilobytes of objects, and to make and to end one costs several times what
// it costs to accept a connection. Who asks in one piece gets his at once. Thousands who connect
// and send a byte now and then never get one: they cost a handle, and what they have sent. Nor does
// who asks for what no page waits for while as many wait at the gate as should; he waits here, for
// as long as he would there. ADR 0044.
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Context } from '../context.ts';
import type { ArrivalLimits } from './arrival-limits.ts';
import { type Gate, lastPriority } from './gate.ts';
import { createGuest, type Door, type Guest, type Handle, isToCome, lastHeadOf } from './guest.ts';
import { answerHeadOverloaded } from './overloaded.ts';
import type { Head } from './plain/head.ts';
import { rankOf } from './rank.ts';

const lookMs = 25;
/** Thousands are let go of in slices: nobody else waits for longer than one. */
const sliceMs = 0.25;
const betweenSlicesMs = 2;

const anterooms = new WeakMap<Server, Anteroom>();

/**
 * Keeps whoever connects to a server in its anteroom until he has sent a whole request, something
 * that cannot become a plain one, or his end. To be called before the server listens, and after
 * those who hear of its connections first.
 */
export function keepAnteroom(server: Server, around: Surroundings): void {
  anterooms.set(server, new Anteroom(server, around));
}

/** How many have connected to a server and not got a socket yet. */
export const countUnasked = (server: Server): number => anterooms.get(server)?.count ?? 0;

/** Gives all who wait their sockets, and from now on everybody who connects. */
export const letAllIn = (server: Server): void => anterooms.get(server)?.letAllIn();

/** There is a crowd at a server until then: who is slow is sent away without a socket. */
export const noteCrowd = (server: Server, until: number): void =>
  anterooms.get(server)?.noteCrowd(until);

/** Is there a crowd at a server? */
export const isCrowded = (server: Server): boolean => anterooms.get(server)?.isCrowded ?? false;

type Surroundings = Pick<Context, 'log' | 'metrics'> & {
  readonly limits: ArrivalLimits;
  readonly gate: Omit<Gate, 'answer'>;
};

class Anteroom {
  readonly #server: Server;
  readonly #around: Surroundings;
  /** Who has not sent all of a request, and who waits for the gate; the first came first. */
  readonly #coming = new Set<Guest>();
  readonly #waiting = new Set<Guest>();
  /** Without a crowd, who takes so long gets his socket: there he is told what he did wrong. */
  readonly #aloneMs: number;
  #crowdedUntil = Number.NEGATIVE_INFINITY;
  /** When one who asks for what anybody may have was taken up last, in a crowd. */
  #publicAt = Number.NEGATIVE_INFINITY;
  #isPassed = false;
  #looking: NodeJS.Timeout | undefined;
  /** Node's own, which makes a socket and tells the server of it in the same call. */
  #makeSocket: Door['onconnection'];
  #made: Socket | undefined;

  constructor(server: Server, around: Surroundings) {
    this.#server = server;
    this.#around = around;
    this.#aloneMs = around.limits.headersMs / 4;
    server.prependListener('connection', (socket: Socket) => {
      this.#made = socket;
    });
    server.prependOnceListener('listening', () => this.#standBefore(server));
    server.once('close', () => clearTimeout(this.#looking));
  }

  get count(): number {
    return this.#coming.size + this.#waiting.size;
  }

  get isCrowded(): boolean {
    return performance.now() < this.#crowdedUntil;
  }

  letAllIn(): void {
    this.#isPassed = true;
    for (const guest of [...this.#waiting, ...this.#coming]) this.#letIn(guest);
  }

  noteCrowd(until: number): void {
    this.#crowdedUntil = Math.max(this.#crowdedUntil, until);
  }

  #standBefore(server: Server): void {
    const { _handle: first } = server as { _handle?: Door };
    const makeSocket = first?.onconnection;
    // Another Node than the one that this was written for: everybody gets his socket at once.
    if (!first || typeof makeSocket !== 'function') return;
    this.#makeSocket = makeSocket;
    const receive = (door: Door, handle: Handle) => this.#receive(door, handle);
    const isPassed = () => this.#isPassed;
    first.onconnection = function onconnection(error, handle) {
      const isGuest = !error && !isPassed() && typeof handle?.readStop === 'function';
      if (isGuest) receive(this, handle);
      else makeSocket.call(this, error, handle);
    };
  }

  #receive(door: Door, handle: Handle): void {
    const { _connections: sockets = 0 } = this.#server as { _connections?: number };
    if (sockets + this.count >= this.#server.maxConnections) {
      handle.close();
      return;
    }
    const guest = createGuest(handle, door);
    handle.onread = (chunk: ArrayBuffer | undefined) => this.#hear(guest, chunk);
    this.#coming.add(guest);
    const { guestCrowd, crowdMs } = this.#around.limits;
    // Those who come last have their time, too, before the crowd is over.
    if (this.#coming.size > guestCrowd) this.noteCrowd(guest.since + 2 * crowdMs);
    handle.readStart();
    this.#lookIn(lookMs);
  }

  /** Takes what a guest has sent; nothing is his end. */
  #hear(guest: Guest, chunk: ArrayBuffer | undefined): void {
    if (!chunk) {
      if (guest.held) this.#letIn(guest, true);
      else this.#sendAway(guest);
      return;
    }
    // Node gives a buffer as it read into it where most of it is full.
    const before = guest.held?.length ?? 0;
    const bytes = Buffer.from(chunk, 0, guest.handle.bytesRead - before);
    guest.held = guest.held ? Buffer.concat([guest.held, bytes]) : bytes;
    guest.pieces += 1;
    const hadHead = guest.whole !== undefined;
    if (!isToCome(guest)) this.#takeUp(guest);
    else if (!hadHead && guest.whole !== undefined) {
      // His body has its own time.
      guest.since = performance.now();
      this.#coming.delete(guest);
      this.#coming.add(guest);
    }
  }

  /** Deals with one whose request is here, or is none that may be plain. */
  #takeUp(guest: Guest): void {
    const { gate } = this.#around;
    const isFull = gate.isFull();
    const head = isFull || this.isCrowded ? lastHeadOf(guest) : undefined;
    if (!head) this.#letIn(guest);
    else if (this.#comesTooSoon(head)) this.#refuse(guest, head);
    else if (!isFull) this.#letIn(guest);
    else if (this.#waiting.size < gate.mostWaiting) this.#keepWaiting(guest);
    else this.#refuse(guest, head);
  }

  /** Is there a crowd, and was another one who asks for what anybody may have taken up just now? */
  #comesTooSoon(head: Head): boolean {
    if (!this.isCrowded || !rankOf(head)?.isPublic) return false;
    const now = performance.now();
    const isTooSoon = now - this.#publicAt < this.#around.limits.publicMs;
    if (!isTooSoon) this.#publicAt = now;
    return isTooSoon;
  }

  #keepWaiting(guest: Guest): void {
    guest.handle.readStop();
    guest.since = performance.now();
    this.#coming.delete(guest);
    this.#waiting.add(guest);
  }

  #letIn(guest: Guest, hasEnded = false): void {
    const { handle, door, held } = guest;
    this.#coming.delete(guest);
    // Node begins to read what it does not take for being read already.
    handle.reading = !this.#waiting.delete(guest);
    this.#made = undefined;
    this.#makeSocket?.call(door, undefined, handle);
    const socket = this.#made as Socket | undefined;
    this.#made = undefined;
    // Whoever is one too many, Node closes.
    if (!socket) return;
    if (held) socket.emit('data', held);
    if (hasEnded) socket.push(null);
  }

  #sendAway(guest: Guest): void {
    this.#coming.delete(guest);
    guest.handle.close();
  }

  #refuse(guest: Guest, head: Head): void {
    const { log, metrics } = this.#around;
    this.#coming.delete(guest);
    this.#waiting.delete(guest);
    metrics.requestsShed.inc({ class: lastPriority });
    const socket = new Socket({ handle: guest.handle, readable: false } as object);
    // He has hung up.
    socket.on('error', () => undefined);
    answerHeadOverloaded(log, socket, head, lastPriority);
    socket.destroySoon();
  }

  // Right after the loop has read what has come: who asks at the last moment has asked.
  #lookIn(ms: number): void {
    this.#looking ??= setTimeout(() => setImmediate(() => this.#look()), ms).unref();
  }

  #look(): void {
    const now = performance.now();
    let isMore = true;
    while (isMore && performance.now() - now < sliceMs) {
      isMore = this.#settleComing(now) || this.#settleWaiting(now);
    }
    this.#looking = undefined;
    if (this.count > 0) this.#lookIn(isMore ? betweenSlicesMs : lookMs);
  }

  /** Deals with one who has not asked and whose time is over, if there is one. */
  #settleComing(now: number): boolean {
    const { limits, metrics } = this.#around;
    const [guest] = this.#coming;
    const isCrowd = this.isCrowded;
    if (!guest || now - guest.since < (isCrowd ? limits.crowdMs : this.#aloneMs)) return false;
    const isOfBody = guest.whole !== undefined;
    const hasComeFar = isOfBody && (guest.held?.length ?? 0) >= limits.leastBytes;
    if (!isCrowd || hasComeFar) this.#letIn(guest);
    else {
      metrics.connectionsCut.inc({ waited_for: isOfBody ? 'body' : 'headers' });
      this.#sendAway(guest);
    }
    return true;
  }

  /** Deals with one who waits for the gate, if it has room or he has waited long enough. */
  #settleWaiting(now: number): boolean {
    const { gate } = this.#around;
    const [guest] = this.#waiting;
    if (!guest) return false;
    const head = now - guest.since >= gate.patienceMs() ? lastHeadOf(guest) : undefined;
    if (!gate.isFull()) this.#letIn(guest);
    else if (head) this.#refuse(guest, head);
    else return false;
    return true;
  }
}
