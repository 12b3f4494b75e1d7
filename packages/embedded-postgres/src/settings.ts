// PostgreSQL's settings that must hold at every start, beside those that the product gives.

export type Settings = Readonly<Record<string, string>>;

export const socketPort = 5432;

const fixedSettings: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  // Errors are the client's to report; in the log file they would show what users sent.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
  // A process that dies while it waits for a lock must not get the lock later.
  client_connection_check_interval: '500ms',
};

/** For tests, which throw the data away. */
const throwawaySettings: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

interface Started {
  readonly folder: string;
  readonly throwaway: boolean;
  readonly settings: Settings;
  readonly product: { readonly name: string };
}

/** The arguments of `postgres` for a cluster whose socket is in the runtime folder. */
export function postgresArguments(
  { folder, throwaway, settings, product }: Started,
  runtimeFolder: string,
): string[] {
  const all = {
    cluster_name: product.name,
    ...settings,
    ...fixedSettings,
    ...(throwaway ? throwawaySettings : {}),
  };
  return [
    ...['-D', folder, '-k', runtimeFolder, '-p', String(socketPort)],
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
