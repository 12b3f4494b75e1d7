// What of the stream is in a worker's memory: messages from one on without a gap, as far as they
// have come, in bounded memory.
import { setTimeout as delay } from 'node:timers/promises';
import { type ConsumerMessages, DeliverPolicy, type JetStreamClient } from '@nats-io/jetstream';
import type { Log } from '../../../../../log/log.ts';
import { rowsOf, type StreamRow } from './messages.ts';

export interface StreamMessage {
  readonly sequence: number;
  readonly bytes: number;
  readonly rows: readonly StreamRow[];
}

/** Messages behind one, up to `to`; what is not among them the stream does not have. */
export interface Part {
  readonly messages: readonly StreamMessage[];
  readonly to: number;
}

interface Options {
  readonly client: () => Promise<JetStreamClient>;
  readonly stream: string;
  readonly log: Log;
  readonly onArrival: () => void;
}

const mostBytes = 16 * 2 ** 20;
/** The client has so much more on its way. */
const aheadBytes = 4 * 2 ** 20;
const longestWaitMs = 5_000;
const retryMs = 250;
/** A server that is missed for two of these has lost the consumer: another is made. */
const heartbeatMs = 1_000;
const requestMs = 10_000;

/** Reads ahead. A consumer without a memory of its own serves: PostgreSQL knows what is folded. */
export class StreamWindow {
  readonly #options: Options;
  #messages: StreamMessage[] = [];
  #bytes = 0;
  #from = 0;
  #to = 0;
  /** Of the reader that may add to it; 0: none was begun. */
  #generation = 0;
  #received: ConsumerMessages | undefined;
  #changed = Promise.withResolvers<void>();
  #reading: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * The messages behind `after`, up to `last` or as many as there is room for; `first` is the
   * first that the stream has. Throws where they do not come in time.
   */
  read(after: number, last: number, first: number): Promise<Part> {
    const done = this.#reading.then(() => this.#read(after, last, first));
    this.#reading = done.catch(() => undefined);
    return done;
  }

  /** Messages up to this one are not needed any more. */
  forget(upTo: number): void {
    const kept = this.#messages.filter(({ sequence }) => sequence > upTo);
    if (kept.length === this.#messages.length) return;
    this.#messages = kept;
    this.#bytes = kept.reduce((sum, one) => sum + one.bytes, 0);
    this.#from = Math.max(this.#from, Math.min(upTo, this.#to));
    this.#tell();
  }

  /** What was read counts no more: the stream is another one. */
  reset(): void {
    this.#restart(0);
  }

  async close(): Promise<void> {
    this.#generation += 1;
    this.#tell();
    await this.#received?.close().catch(() => undefined);
  }

  get #isFull(): boolean {
    return this.#bytes >= mostBytes;
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  async #read(after: number, last: number, first: number): Promise<Part> {
    const isOutside = after < this.#from || after > this.#to;
    const isBehindFull = this.#isFull && after >= this.#to;
    if (this.#generation === 0 || isOutside || isBehindFull) this.#restart(after);
    // Of what is before the first, the stream has nothing.
    if (first - 1 > this.#to) this.#to = Math.min(first - 1, last);
    const end = performance.now() + longestWaitMs;
    while (this.#to < last && !this.#isFull) {
      const left = end - performance.now();
      if (left <= 0) throw new Error('the stream does not deliver what it has');
      await Promise.race([this.#changed.promise, delay(left)]);
    }
    const messages = this.#messages.filter(({ sequence }) => sequence > after);
    return { messages, to: this.#to };
  }

  #restart(after: number): void {
    this.#generation += 1;
    this.#messages = [];
    this.#bytes = 0;
    this.#from = after;
    this.#to = after;
    void this.#received?.close().catch(() => undefined);
    this.#tell();
    void this.#receive(this.#generation);
  }

  async #receive(own: number): Promise<void> {
    while (own === this.#generation) {
      try {
        await this.#receiveOnce(own);
      } catch (error) {
        const reason = (error as Error).message;
        this.#options.log.debug({ reason }, 'the stream cannot be read at the moment');
      }
      if (own === this.#generation) await delay(retryMs);
    }
  }

  async #receiveOnce(own: number): Promise<void> {
    const { client, stream } = this.#options;
    const consumers = (await client()).consumers;
    const start = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.#to + 1 };
    const consumer = await consumers.get(stream, start);
    if (own !== this.#generation) return;
    const requested = { max_bytes: aheadBytes, expires: requestMs, idle_heartbeat: heartbeatMs };
    const received = await consumer.consume(requested);
    this.#received = received;
    for await (const { seq, data } of received) {
      if (own !== this.#generation) break;
      this.#add(seq, data);
      while (this.#isFull && own === this.#generation) await this.#changed.promise;
    }
    if (own !== this.#generation) await received.close().catch(() => undefined);
  }

  #add(sequence: number, data: Uint8Array): void {
    if (sequence <= this.#to) return;
    const rows = this.#rowsOf(sequence, data);
    this.#messages.push({ sequence, bytes: data.length, rows });
    this.#bytes += data.length;
    this.#to = sequence;
    this.#tell();
    this.#options.onArrival();
  }

  #rowsOf(sequence: number, data: Uint8Array): StreamRow[] {
    try {
      return rowsOf(data);
    } catch (error) {
      const what = 'a message of the stream is none of Attune’s: it is left out';
      this.#options.log.error({ err: error, sequence }, what);
      return [];
    }
  }
}
