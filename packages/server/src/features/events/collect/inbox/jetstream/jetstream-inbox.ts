// The inbox as a stream of JetStream: accepted once its replicas have it, folded as far as
// PostgreSQL says. ADR 0099.
import { partitionCount } from '@attune/core';
import type { InboxReport } from '../../../../../context.ts';
import type { Db } from '../../../../../db/schema.ts';
import type { Log } from '../../../../../log/log.ts';
import type { NatsReport } from '../../../../../log/nats-gauges.ts';
import type { InboxBatch } from '../batch.ts';
import { inboxFull } from '../capacity/capacity.ts';
import { groupCommit } from '../group-commit.ts';
import type { Inbox } from '../inbox.ts';
import type { NatsLink } from './connection.ts';
import { emptyMessage, messagesOf } from './messages.ts';
import type { Look } from './numbering.ts';
import { streamReader } from './reader.ts';
import { selectAdopted } from './store.ts';
import type { InboxStream } from './stream.ts';

export interface JetStreamInboxOptions {
  readonly name: string;
  readonly link: NatsLink;
  readonly stream: InboxStream;
  /** What a node without NATS accepts, or did: worked off as well, and first. */
  readonly table: Inbox;
  /** Does the table take what comes, so that the stream becomes empty and is given up? */
  readonly isGivenUp: boolean;
  readonly log: Log;
  readonly wasPageRequested?: () => boolean;
}

export interface JetStreamInbox extends Inbox {
  readonly close: () => Promise<void>;
}

/** Opens the inbox. Nothing is sent to NATS before it is used. */
export function jetstreamInbox(
  db: Db,
  { wasPageRequested, ...options }: JetStreamInboxOptions,
): JetStreamInbox {
  const { stream, table, isGivenUp } = options;
  const listeners = new Set<() => void>();
  const onArrival = () => {
    for (const listener of listeners) listener();
  };
  const reader = streamReader({ db, ...options, onArrival });
  const commit = groupCommit((batch) => publish(stream, batch), wasPageRequested);
  return {
    accept(lines, gathered) {
      if (isGivenUp) return table.accept(lines, gathered);
      if (stream.isFull()) return Promise.reject(inboxFull());
      const wrong = lines.find(({ partition }) => !isPartition(partition));
      if (wrong) return Promise.reject(new RangeError(`there is no partition ${wrong.partition}`));
      return commit(lines, gathered);
    },
    isFull: isGivenUp ? table.isFull : stream.isFull,
    async waiting() {
      const [ofTable, ofStream] = await Promise.allSettled([table.waiting(), reader.waiting()]);
      if (ofTable.status === 'rejected') throw ofTable.reason;
      const isAway = ofStream.status === 'rejected';
      if (isAway && ofTable.value.length === 0) throw ofStream.reason;
      const all = new Set([...ofTable.value, ...(isAway ? [] : ofStream.value)]);
      return [...all].sort((a, b) => a - b);
    },
    async mark(tx) {
      const { inboxId } = await table.mark(tx);
      return { inboxId, place: String(await endOf(stream, () => reader.look(tx))) };
    },
    async read(tx, partitions, limit) {
      const batch = await table.read(tx, partitions, limit);
      if (batch.rows.length > 0) return { ...batch, hasMore: true };
      return reader.read(tx, partitions, limit);
    },
    report: () => reportOf(db, options),
    onArrival: (listener) => void listeners.add(listener),
    close: reader.close,
  };
}

/**
 * The place of a message that was added to the stream: what its state says of the last one may be
 * behind, where a leader is new.
 */
async function endOf(stream: InboxStream, look: () => Promise<Look>): Promise<number> {
  let { adopted: before } = await look();
  for (;;) {
    const sequence = await stream.publish(emptyMessage);
    const { adopted } = await look();
    const isSame = adopted.created === before.created && adopted.base === before.base;
    if (isSame) return adopted.base + sequence;
    before = adopted;
  }
}

const isPartition = (partition: number) => partition >= 0 && partition < partitionCount;

/** Before 2.10, servers that were killed forgot what they had acknowledged: ADR 0105. */
function oldServer(version = '2.10'): string[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 2 || (major === 2 && minor >= 10)) return [];
  return [`NATS server ${version} may lose accepted events when it is killed: use 2.10 or later.`];
}

/** As one message, unless that is larger than the servers take. */
async function publish(stream: InboxStream, batch: InboxBatch): Promise<void> {
  const messages = messagesOf(await batch.rows(), await stream.mostBytes());
  for (const message of messages) await stream.publish(message);
}

async function reportOf(
  db: Db,
  { name, link, stream, isGivenUp }: Omit<JetStreamInboxOptions, 'wasPageRequested'>,
): Promise<InboxReport> {
  const natsOf = (replicas: NatsReport['replicas']): NatsReport => ({
    ...{ isConnected: link.isConnected(), reconnects: link.reconnects(), replicas },
  });
  const old = oldServer(link.serverVersion());
  const kind = `${isGivenUp ? 'PostgreSQL, beside ' : ''}NATS JetStream, stream ${name}`;
  try {
    const { replicas, last, created } = await stream.state();
    const adopted = await selectAdopted(db).catch(() => undefined);
    const { current, wanted } = replicas;
    const missing = `The stream ${name} is on ${current} of ${wanted} NATS servers.`;
    return {
      what: `${kind} on ${current} of ${wanted} servers`,
      reasons: [...(current < wanted ? [missing] : []), ...old],
      lastPlace: adopted?.created === created ? adopted.base + last : null,
      nats: natsOf(replicas),
    };
  } catch (error) {
    const reasons = [`The stream ${name} cannot be used: ${(error as Error).message}`];
    return { what: kind, reasons, lastPlace: null, nats: natsOf(null) };
  }
}
