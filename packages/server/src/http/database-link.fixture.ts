// A link to the database that a test cuts and mends, as a network does.
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

export interface DatabaseLink {
  /** Where the database is reached through it. */
  readonly url: string;
  /** Ends every connection, and refuses new ones. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a link to the database at a URL. The database's answers pass a `filter`, if any. */
export async function openLink(databaseUrl: string, filter?: () => Duplex): Promise<DatabaseLink> {
  const target = addressOf(new URL(databaseUrl));
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    // A link that gathers small packets would be slower than the network that it simulates.
    near.setNoDelay(true);
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      if (filter && one === far) one.pipe(filter()).pipe(other);
      else one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  const url = new URL(databaseUrl);
  url.searchParams.set('host', '127.0.0.1');
  url.searchParams.set('port', String(address.port));
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    mend: () => {
      isCut = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A folder as host means a Unix socket in it, as everywhere in PostgreSQL. */
function addressOf(url: URL): NetConnectOpts {
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
}
