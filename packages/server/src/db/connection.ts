// How a PostgreSQL is addressed: our own by its socket, another by its URL, which may name several.
import type { PostgresConnection } from '@attune/embedded-postgres';
import pg from 'pg';
import type { Host } from './hosts.ts';
import { type Primary, primaryOf } from './primary.ts';

/** Where a database is. A URL may hold a password: never log one. */
export type DatabaseTarget = { readonly connection: PostgresConnection } | { readonly url: string };

/** `Client` is what a pool of these connections makes them of. */
interface TargetConfig extends pg.ClientConfig {
  readonly Client: new () => pg.Client;
}

/** How long a connection is waited for, in ms: `short` where a page waits for what it brings. */
export const connectMs = { short: 2_000, long: 10_000 } as const;

/**
 * The connection part of a `pg` configuration. `name` is seen in pg_stat_activity. A connection
 * that is not there in time is an error.
 */
export function clientConfig(
  target: DatabaseTarget,
  name: string,
  connectionTimeoutMillis: number = connectMs.short,
): TargetConfig {
  const shared = { application_name: name, connectionTimeoutMillis, keepAlive: true };
  if ('connection' in target) {
    return { ...shared, ...target.connection, ssl: false, Client: pg.Client };
  }
  const primary = primaryOf(target.url);
  return { ...shared, connectionString: primary.url, Client: clientOf(primary) };
}

/** A connection of its own, which is to be connected. */
export function newClient(config: TargetConfig): pg.Client {
  return new (config.Client as typeof pg.Client)(config);
}

/** PostgreSQL's function that warns of a commit that it acknowledges before a standby has it. */
const commitUnreplicated = 'SyncRepWaitForLSN';

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** Clients that connect to the primary, wherever it is by then, and to no other server. */
function clientOf(primary: Primary): TargetConfig['Client'] {
  return class extends pg.Client {
    #isEnded = false;

    constructor(config?: pg.ClientConfig) {
      super(config);
      // Between the connection and its pool, nothing else listens.
      this.on('error', () => undefined);
      this.once('end', () => this.#isEnded || primary.doubt());
      this.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
        if (code === '25006') primary.doubt();
      });
      this.connection.on('notice', ({ routine }: { readonly routine?: string }) => {
        if (routine === commitUnreplicated) refuseCommit(this.connection);
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<pg.Client> | undefined {
      const reached = this.#reach();
      if (!connected) return reached;
      const report = connected as (error: Error | null, client?: pg.Client) => void;
      reached.then((client) => report(null, client), report);
      return undefined;
    }

    async #reach(): Promise<pg.Client> {
      const host = await primary.locate();
      if (this.#isEnded) throw new Error('Connection terminated');
      this.#pointTo(host);
      try {
        await super.connect();
        await primary.admit(this, host);
      } catch (error) {
        primary.doubt();
        this.end().catch(() => undefined);
        throw error;
      }
      return this;
    }

    #pointTo({ host, port }: Host): void {
      if (primary.hosts.length === 1) return;
      this.host = host;
      this.port = port;
    }

    override end(): Promise<void>;
    override end(ended: (error: Error) => void): void;
    override end(ended?: (error: Error) => void): Promise<void> | undefined {
      this.#isEnded = true;
      if (!ended) return super.end();
      super.end(ended);
      return undefined;
    }
  } as TargetConfig['Client'];
}

/**
 * A commit waits for its standby for ever. One that is cancelled meanwhile is acknowledged, though
 * a promotion of the standby loses it: to us it has failed.
 */
function refuseCommit(connection: pg.Connection): void {
  connection.emit('error', new Error('Connection terminated: no standby has the commit'));
  connection.stream.destroy();
}
