// Attune's own PostgreSQL: its names, and the settings that Attune's tables and writes ask for.
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@attune/embedded-postgres';

const product = {
  name: 'attune',
  title: 'Attune',
  dataDirSetting: 'DATA_DIR',
  urlSetting: 'DATABASE_URL',
};

/** Written into postgresql.conf when the cluster is made; the operator's afterwards. */
const initialSettings = {
  shared_buffers: '256MB',
  max_connections: '100',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A whole feed is loaded without a checkpoint, behind which each page is logged once more.
  max_wal_size: '4GB',
  // This much of the log's files is kept for use again after quiet hours: a new one is filled with
  // zeros first, and everything else on the core waits for that. ADR 0011.
  min_wal_size: '1GB',
};

/** Given at every start. */
const settings = {
  // The log has a partition a day, and a transaction may touch many days.
  max_locks_per_transaction: '512',
  // The inbox is filled and emptied 150 times in the minute of the default. ADR 0109.
  autovacuum_naptime: '15s',
};

/** A test file with several nodes has had 50 at once, and others run beside it. */
const throwawaySettings = { max_connections: '400' };

export type OwnPostgresOptions = Omit<
  EmbeddedOptions,
  'product' | 'initialSettings' | 'settings' | 'sharedFolder' | 'packageFolder'
>;

/** Starts or finds the PostgreSQL of a data directory. Rejects with a start error. */
export function startOwnPostgres(options: OwnPostgresOptions): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    ...options,
    ...{ product, initialSettings },
    settings: { ...settings, ...(options.throwaway ? throwawaySettings : {}) },
  });
}
