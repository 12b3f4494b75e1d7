// Opens the inbox that the settings name.
import type { BackgroundWork } from '../../../../background.ts';
import type { Config } from '../../../../config.ts';
import type { Db } from '../../../../db/schema.ts';
import { startFault } from '../../../../db/start-fault.ts';
import type { Log } from '../../../../log/log.ts';
import { type Inbox, postgresInbox } from './inbox.ts';
import { openNats } from './jetstream/connection.ts';
import { jetstreamInbox } from './jetstream/jetstream-inbox.ts';
import { deleteAdopted, selectAdopted } from './jetstream/store.ts';
import { inboxStream } from './jetstream/stream.ts';

export interface OpenedInbox {
  readonly inbox: Inbox;
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly log: Log;
  /** Connections for commits, which no other query keeps from them; default: those of `db`. */
  readonly intake: Db | undefined;
  readonly background: BackgroundWork;
}

/**
 * Opens the inbox; closing it leaves databases open. NATS may be away: then it is tried until it
 * is there.
 */
export function openInbox(
  config: Pick<Config, 'inbox' | 'inboxBytes' | 'nats'>,
  { db, log, background, intake }: Parts,
): OpenedInbox {
  const { nats, inbox: kind, inboxBytes } = config;
  const wasPageRequested = background.watchPages();
  const table = postgresInbox(db, {
    ...(intake && { intake }),
    ...{ wasPageRequested, mostBytes: inboxBytes },
  });
  if (!nats) return { inbox: table, close: async () => undefined };
  const link = openNats(nats, log);
  const inbox = jetstreamInbox(db, {
    ...{ name: nats.stream, link, table, log, wasPageRequested },
    stream: inboxStream(link, { ...nats, inboxBytes, log }),
    isGivenUp: kind === 'postgresql',
  });
  const close = async () => {
    await inbox.close();
    await link.close();
  };
  return { inbox, close };
}

/**
 * Rejects where a stream may hold events that this node would leave there. Without NATS, `INBOX`
 * says that the stream is lost.
 */
export async function checkStream(
  { nats, inbox }: Pick<Config, 'inbox' | 'nats'>,
  db: Db,
  log: Log,
): Promise<void> {
  const adopted = await selectAdopted(db);
  if (!adopted || adopted.name === nats?.stream) return;
  const { name } = adopted;
  if (!nats && inbox === 'postgresql') {
    await deleteAdopted(db);
    log.error({ stream: name }, 'the stream was given up: what it held is not folded');
    return;
  }
  throw startFault(
    `The inbox of this database is the NATS stream "${name}", which may hold events. Start with ` +
      `NATS_URL${name === 'attune_inbox' ? '' : ` and NATS_STREAM=${name}`}; to leave NATS, with ` +
      'INBOX=postgresql as well, until the log says that the stream is empty. Where the stream is ' +
      'lost, INBOX=postgresql without NATS_URL gives it up.',
  );
}
