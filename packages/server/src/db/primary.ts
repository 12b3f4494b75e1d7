// Which server of a DATABASE_URL is the primary, found by asking: one view for a whole process.
import type pg from 'pg';
import { type DatabaseHosts, type Host, hostsOf, nameOf } from './hosts.ts';
import { type PrimaryMemory, primaryMemory } from './primary-memory.ts';
import {
  type ClusterIdentity,
  faultOf,
  isOlder,
  noPrimary,
  primaryAmong,
  probe,
  readFacts,
  type ServerState,
} from './server-state.ts';

export interface Primary {
  readonly hosts: readonly Host[];
  /** The URL of one host, for the driver. */
  readonly url: string;
  /** Where to connect. Rejects as unavailable, saying what each host is, where none will do. */
  readonly locate: () => Promise<Host>;
  /**
   * Asks a new connection's server whether it is the primary, and rejects as unavailable where it
   * is not. From then on the connection is cut as soon as another server is the primary.
   */
  readonly admit: (client: pg.Client, host: Host) => Promise<void>;
  /** Something went wrong: hosts are asked before the next connection. */
  readonly doubt: () => void;
  /** Asks every host; what each is, and why it is not used. */
  readonly survey: () => Promise<readonly (ServerState & { readonly fault: string | undefined })[]>;
  readonly remember: PrimaryMemory['load'];
}

/** A primary that others have left is noticed within this, though its connections are whole. */
const lookMs = 5_000;
/** While there is no primary, many that need one ask no more often than so. */
const pauseMs = 250;

const primaries = new Map<string, Primary>();

/** The view of a URL's servers that this process has. */
export function primaryOf(url: string): Primary {
  const found = primaries.get(url) ?? watchPrimary(hostsOf(url));
  primaries.set(url, found);
  return found;
}

function watchPrimary({ hosts, url }: DatabaseHosts): Primary {
  const isAlone = hosts.length === 1;
  const memory = primaryMemory();
  const { known } = memory;
  let current: Host | undefined;
  let isInDoubt = true;
  let looking: Promise<Host> | undefined;
  let failed: { readonly at: number; readonly error: Error } | undefined;
  const clients = trackClients(() => {
    if (!isAlone) look().catch(() => undefined);
  });

  const survey = async () => {
    const states = await Promise.all(hosts.map((host) => probe(url, host)));
    return states.map((state) => ({ ...state, fault: faultOf(state, known()) }));
  };

  function look(): Promise<Host> {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookOnce(): Promise<Host> {
    isInDoubt = false;
    const states = await survey();
    const found = primaryAmong(states, known(), current);
    if (found?.facts) {
      failed = undefined;
      follow(found.host, found.facts);
      return found.host;
    }
    isInDoubt = true;
    failed = { at: performance.now(), error: noPrimary(states, known()) };
    throw failed.error;
  }

  /** Goes over to a server: connections to others, or of a lower timeline, are cut. */
  function follow(host: Host, server: ClusterIdentity): void {
    const isNews = memory.isNews(server);
    if (current && (current !== host || isNews)) {
      const { timeline } = server;
      memory.warn({ primary: nameOf(host), timeline }, 'Another PostgreSQL is the primary');
    }
    current = host;
    if (isNews) memory.note(server);
    clients.cut((client) => client.host !== host || isOlder(client, known()));
  }

  return {
    ...{ hosts, url, survey, remember: memory.load },
    async locate() {
      if (isAlone) return hosts[0]!;
      if (current && !isInDoubt) return current;
      if (failed && performance.now() - failed.at < pauseMs) throw failed.error;
      return look();
    },
    async admit(client, host) {
      const facts = await readFacts(client);
      const fault = faultOf({ host, facts }, memory.knownOf(facts, isAlone));
      const isLeft = current && current !== host && !memory.isNews(facts);
      if (fault !== undefined || isLeft) {
        isInDoubt = true;
        throw new Error(`No PostgreSQL primary: ${nameOf(host)} ${fault ?? 'was left'}`);
      }
      follow(host, facts);
      clients.add(client, { host, ...facts });
    },
    doubt() {
      isInDoubt = true;
    },
  };
}

type Tracked = ClusterIdentity & { readonly host: Host };

/** Open connections, by what they lead to; while there is one, `look` is called now and then. */
function trackClients(look: () => void) {
  const clients = new Map<pg.Client, Tracked>();
  let timer: NodeJS.Timeout | undefined;
  return {
    add(client: pg.Client, server: Tracked): void {
      clients.set(client, server);
      timer ??= setInterval(look, lookMs).unref();
      client.once('end', () => {
        clients.delete(client);
        if (clients.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
    cut(isWrong: (server: Tracked) => boolean): void {
      for (const [client, server] of clients) {
        if (isWrong(server)) client.connection.stream.destroy();
      }
    },
  };
}
