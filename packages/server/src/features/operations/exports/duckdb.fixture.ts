// Asks DuckDB, as a warehouse would, about files that were exported.
import { DuckDBInstance } from '@duckdb/node-api';
import type { ColumnType } from './columns.ts';
import { type ExportFormat, type ExportKindName, exportKinds } from './index.ts';

export type Ask = (sql: string) => Promise<Record<string, unknown>[]>;

/** Opens a database in memory; days and times are those of UTC. */
export async function openDuckDb(): Promise<{ readonly ask: Ask; readonly close: () => void }> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`set timezone = 'UTC'`);
  return {
    ask: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** How DuckDB is told the type of a column of NDJSON. */
const types: Readonly<Record<ColumnType, string>> = {
  ...{ text: 'VARCHAR', decimal: 'VARCHAR', json: 'JSON', int64: 'BIGINT', integer: 'INTEGER' },
  ...{ double: 'DOUBLE', boolean: 'BOOLEAN', timestamp: 'TIMESTAMPTZ' },
};

/** The rows of a kind's files under a folder, of either format. */
export function filesOf(folder: string, kind: ExportKindName, format: ExportFormat): string {
  if (format === 'parquet') {
    return `read_parquet('${folder}/${kind}/**/*.parquet', hive_partitioning = true)`;
  }
  const columns = exportKinds[kind].columns.map(({ name, type }) => `${name}: '${types[type]}'`);
  return `read_json('${folder}/${kind}/**/*.ndjson.gz', hive_partitioning = true,
    columns = {${columns.join(', ')}})`;
}
