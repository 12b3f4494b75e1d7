// How a PostgreSQL is addressed: our own by its socket, another by its URL.
import type { PostgresConnection } from '@attune/embedded-postgres';
import type { ClientConfig } from 'pg';

/** Where a database is. A URL may hold a password: never log one. */
export type DatabaseTarget = { readonly connection: PostgresConnection } | { readonly url: string };

/** The connection part of a `pg` configuration. `name` is seen in pg_stat_activity. */
export function clientConfig(target: DatabaseTarget, name: string): ClientConfig {
  const shared = { application_name: name, connectionTimeoutMillis: 2000, keepAlive: true };
  return 'url' in target
    ? { ...shared, connectionString: target.url }
    : { ...shared, ...target.connection, ssl: false };
}
