// PostgreSQL's settings: those an operator may tune in postgresql.conf, and those that must hold.

export const superuser = 'attune';
export const socketPort = 5432;

/** Written into postgresql.conf when the cluster is made; the operator's afterwards. */
export const tunableSettings: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  max_connections: '100',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A whole feed is loaded without a checkpoint, behind which each page is logged once more.
  max_wal_size: '4GB',
  // So much of the log's files is kept for use again after quiet hours: a new one is filled with
  // zeros first, for which whoever shares the core waits. ADR 0002.
  min_wal_size: '1GB',
};

/** Given on the command line at every start. */
const fixedSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  cluster_name: 'attune',
  fsync: 'on',
  synchronous_commit: 'on',
  // The log has a partition a day, and a transaction may have to do with many days.
  max_locks_per_transaction: '512',
  // Errors are the client's to report; in this file they would show what users sent.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
  // A process that dies while it waits for a lock must not get the lock later.
  client_connection_check_interval: '500ms',
};

/** For tests, which throw the data away. */
const throwawaySettings: Readonly<Record<string, string>> = {
  // A file with several nodes has had 50 at once, and others run beside it.
  max_connections: '400',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** The arguments of `postgres` for a cluster whose socket is in the runtime folder. */
export function postgresArguments(folder: string, runtimeFolder: string, throwaway: boolean) {
  const settings = { ...fixedSettings, ...(throwaway ? throwawaySettings : {}) };
  return [
    ...['-D', folder, '-k', runtimeFolder, '-p', String(socketPort)],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
