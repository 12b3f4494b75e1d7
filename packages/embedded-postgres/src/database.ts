// The product's own database within the cluster; `postgres` beside it is for claims only.
import pg from 'pg';
import { clientConfig, type PostgresConnection } from './connection.ts';

/** Creates the database where it is missing and answers the connection to it. */
export async function ensureDatabase(
  connection: PostgresConnection,
  name: string,
): Promise<PostgresConnection> {
  const client = new pg.Client(clientConfig(connection, `${name} setup`));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) {
      await client.query(`create database ${pg.escapeIdentifier(name)} template template0`);
    }
  } catch (error) {
    // Two commands may do this at once.
    if (!['42P04', '23505'].includes(String((error as { code?: unknown }).code))) throw error;
  } finally {
    await client.end();
  }
  return { ...connection, database: name };
}
