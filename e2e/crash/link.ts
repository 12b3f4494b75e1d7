// A link to PostgreSQL that is made to behave badly: to hang, to be slow, to break.
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';
import { atEnd } from '../support/cleanup.ts';
import { pause } from './installation.ts';

export interface Link {
  /** Where the database is reached through it. */
  readonly url: string;
  /** What is on its way stays there until `mend`; new connections are taken, and hang too. */
  readonly hang: () => void;
  /** Each message to the database arrives so much later. */
  readonly delay: (ms: number) => void;
  /** Ends every connection, and refuses new ones. */
  readonly cut: () => void;
  /** Ends every connection; new ones are taken. */
  readonly drop: () => void;
  /** From now on it leads to another database of the same server. */
  readonly lead: (databaseName: string) => void;
  readonly mend: () => void;
}

/** What the link does with what passes. */
interface Manner {
  isCut: boolean;
  delayMs: number;
  /** Resolves when it does not hang. */
  mended: Promise<void>;
  leadsTo: string;
}

/** Opens a link to the database at a URL. */
export async function openLink(databaseUrl: string): Promise<Link> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  const manner: Manner = { isCut: false, delayMs: 0, mended: Promise.resolve(), leadsTo: name };
  let mend: () => void = () => undefined;
  const open = new Set<Socket>();
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  const target = addressOf(url);
  const server = createServer((near) => {
    if (manner.isCut) near.destroy();
    else joinEnds(near, connect(target), { open, manner, name });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.searchParams.set('host', '127.0.0.1');
  url.searchParams.set('port', String((server.address() as { port: number }).port));
  atEnd(async () => {
    mend();
    drop();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: url.href,
    drop,
    hang: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      manner.mended = promise;
      mend = resolve;
    },
    delay: (ms) => {
      manner.delayMs = ms;
    },
    cut: () => {
      manner.isCut = true;
      drop();
    },
    lead: (databaseName) => {
      manner.leadsTo = databaseName;
      drop();
    },
    mend: () => {
      manner.isCut = false;
      manner.delayMs = 0;
      mend();
    },
  };
}

interface Ways {
  readonly open: Set<Socket>;
  readonly manner: Manner;
  /** Of the database that clients ask for. */
  readonly name: string;
}

function joinEnds(near: Socket, far: Socket, { open, manner, name }: Ways): void {
  const ways = [
    [near, far],
    [far, near],
  ] as const;
  for (const [one, other] of ways) {
    open.add(one);
    one.on('error', () => undefined);
    one.once('close', () => {
      open.delete(one);
      other.destroy();
    });
  }
  let isFirst = true;
  const asked = (bytes: Buffer) => {
    const said = isFirst && manner.leadsTo !== name ? startup(bytes, name, manner.leadsTo) : bytes;
    isFirst = false;
    return said;
  };
  void carry(near, far, manner, asked);
  void carry(far, near, manner, (bytes) => bytes);
}

async function carry(
  from: Socket,
  to: Socket,
  manner: Manner,
  change: (bytes: Buffer) => Buffer,
): Promise<void> {
  try {
    for await (const bytes of from) {
      // Half of it on each way.
      if (manner.delayMs > 0) await pause(manner.delayMs / 2);
      await manner.mended;
      if (!to.destroyed) to.write(change(bytes as Buffer));
    }
    to.end();
  } catch {
    // The other side notices by `close`.
  }
}

/** The startup message with another database in it: its length comes first, its fields end in 0. */
function startup(bytes: Buffer, from: string, to: string): Buffer {
  const text = bytes.toString('latin1').replace(`database\0${from}\0`, `database\0${to}\0`);
  const changed = Buffer.from(text, 'latin1');
  changed.writeUInt32BE(changed.length, 0);
  return changed;
}

/** A folder as host means a Unix socket in it, as everywhere in PostgreSQL. */
function addressOf(url: URL): NetConnectOpts {
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
}
