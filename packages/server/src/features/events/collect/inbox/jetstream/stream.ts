// The stream that is the inbox: made where there is none, checked, written to, and shortened.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';
import { ApiError } from '../../../../../api-error.ts';
import type { Log } from '../../../../../log/log.ts';
import type { NatsConfig } from '../../../../../nats-config.ts';
import { inboxFull } from '../capacity/capacity.ts';
import type { NatsLink } from './connection.ts';

export interface StreamState {
  /** When the stream was made, in its own words. */
  readonly created: string;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  /** On how many servers it is, of how many it should be. */
  readonly replicas: { readonly current: number; readonly wanted: number };
}

export interface InboxStream {
  /** Resolves to the message's sequence when the stream has it on its replicas. */
  readonly publish: (message: Buffer) => Promise<number>;
  /** The most bytes of a message. */
  readonly mostBytes: () => Promise<number>;
  readonly isFull: () => boolean;
  readonly state: () => Promise<StreamState>;
  /** Takes out all messages up to one. */
  readonly removeUpTo: (sequence: number) => Promise<void>;
  readonly client: () => Promise<JetStreamClient>;
}

/** A leader that was killed has a successor after 4 to 10 s; the client sends to it again. */
const acknowledgedMs = 20_000;
/** Once nothing was acknowledged for so long, callers do not wait as long. */
const stalledMs = 2_000;
const tryMs = 3_000;
const betweenTriesMs = 150;
const fullMs = 1_000;
/** A message that is sent again within this is known. */
const duplicatesMs = 120_000;

/** Error codes of JetStream: the limit of bytes, of the stream or of the servers' storage. */
const fullCodes = new Set([10_047, 10_077, 10_023]);
const notFoundCode = 10_059;

const codeOf = (error: unknown) => Number((error as { code?: unknown })?.code);

const notReady = (detail: string) =>
  new ApiError('not_ready', `${detail}; try again soon.`, { headers: { 'retry-after': '5' } });
const notAcknowledged = () => notReady('NATS JetStream does not acknowledge');
/** Of what is asked about the stream, as while its servers elect a leader. */
export const unanswered = (reason: string) =>
  notReady(`NATS JetStream does not answer (${reason})`);

interface Options extends Pick<NatsConfig, 'stream' | 'replicas'> {
  readonly inboxBytes: number;
  readonly log: Log;
}

/** Uses a stream by a connection. */
export function inboxStream(link: NatsLink, options: Options): InboxStream {
  const { stream, log } = options;
  let manager: Promise<JetStreamManager> | undefined;
  let isStalled = false;
  let fullUntil = -Infinity;

  /** Checks the stream once; where that fails, the next caller does. */
  function managed(): Promise<JetStreamManager> {
    manager ??= openManager(link, options).catch((error) => {
      manager = undefined;
      throw error;
    });
    return manager;
  }

  /** A message that is sent again has the same id, so that the stream has it once. */
  async function publish(message: Buffer): Promise<number> {
    const msgID = randomUUID();
    const end = performance.now() + (isStalled ? stalledMs : acknowledgedMs);
    for (;;) {
      try {
        const left = Math.max(1, end - performance.now());
        const js = (await within(left, managed())).jetstream();
        const timeout = Math.min(tryMs, left);
        const { seq } = await js.publish(stream, message, { msgID, timeout });
        isStalled = false;
        return seq;
      } catch (error) {
        if (fullCodes.has(codeOf(error))) {
          fullUntil = performance.now() + fullMs;
          throw inboxFull();
        }
        log.debug({ reason: (error as Error).message }, 'JetStream has not acknowledged yet');
        if (codeOf(error) === notFoundCode) manager = undefined;
        if (performance.now() + betweenTriesMs >= end) {
          isStalled = true;
          throw notAcknowledged();
        }
        await delay(betweenTriesMs);
      }
    }
  }

  return {
    publish,
    isFull: () => performance.now() < fullUntil,
    async mostBytes() {
      const connection = await within(isStalled ? stalledMs : acknowledgedMs, link.connection());
      return connection.info?.max_payload ?? 2 ** 20;
    },
    async state() {
      const jsm = await within(tryMs, managed());
      const info = await jsm.streams.info(stream).catch((error: Error) => {
        throw unanswered(error.message);
      });
      return stateOf(info);
    },
    removeUpTo: async (sequence) => {
      const jsm = await within(tryMs, managed());
      await jsm.streams.purge(stream, { seq: sequence + 1 });
    },
    client: async () => (await managed()).jetstream(),
  };
}

/** What manages the stream, which is made where there is none, and checked where there is one. */
async function openManager(
  link: NatsLink,
  { stream, replicas, inboxBytes, log }: Options,
): Promise<JetStreamManager> {
  const connection = await link.connection();
  const jsm = await jetstreamManager(connection, { timeout: tryMs, checkAPI: false });
  const info = await infoOf(jsm, stream);
  if (!info) {
    const isClustered = connection.info?.cluster !== undefined;
    const copies = replicas ?? (isClustered ? 3 : 1);
    await jsm.streams.add({ ...configOf(stream, inboxBytes), num_replicas: copies });
    log.info({ stream, replicas: copies }, 'the stream of the inbox was made');
    return jsm;
  }
  const fault = faultOf(info, stream);
  if (fault) throw new Error(`the stream ${stream} cannot be the inbox: ${fault}`);
  const { max_bytes, num_replicas } = info.config;
  if (max_bytes !== inboxBytes || (replicas !== undefined && replicas !== num_replicas)) {
    const changed = { max_bytes: inboxBytes, num_replicas: replicas ?? num_replicas };
    await jsm.streams.update(stream, { ...info.config, ...changed });
  }
  return jsm;
}

async function infoOf(jsm: JetStreamManager, stream: string): Promise<StreamInfo | undefined> {
  try {
    return await jsm.streams.info(stream);
  } catch (error) {
    if (codeOf(error) === notFoundCode) return undefined;
    throw error;
  }
}

const configOf = (stream: string, inboxBytes: number) => ({
  ...{ name: stream, subjects: [stream], max_bytes: inboxBytes },
  ...{ storage: StorageType.File, retention: RetentionPolicy.Limits, discard: DiscardPolicy.New },
  duplicate_window: duplicatesMs * 1e6,
});

/** Why a stream of that name that is there does not do. */
function faultOf({ config }: StreamInfo, stream: string): string | undefined {
  if (config.storage !== 'file') return 'it is kept in memory';
  if (config.retention !== 'limits') return 'its retention is not "limits"';
  if (config.discard !== 'new') return 'it discards old messages where it is full';
  if (config.max_age !== 0 || config.max_msgs > 0) return 'it has a limit of age or messages';
  if (config.subjects.join() !== stream) return 'it has other subjects';
  return undefined;
}

function stateOf({ created, state, cluster, config }: StreamInfo): StreamState {
  const peers = cluster?.replicas ?? [];
  const current = 1 + peers.filter((peer) => peer.current && !peer.offline).length;
  return {
    created: String(created),
    ...{ first: state.first_seq, last: state.last_seq, bytes: state.bytes },
    replicas: { current, wanted: config.num_replicas },
  };
}

/** Rejects with `not_ready` where something takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(notAcknowledged()), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
