// The package's front door: starts PostgreSQL, keeps it running, and stops it with its last user.
export type { Role } from './claim.ts';
export type { PostgresConnection } from './connection.ts';
export type { Log } from './log.ts';
export { isAlive } from './process-state.ts';
export type { Product } from './product.ts';
export { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
export { isStartError } from './start-error.ts';
