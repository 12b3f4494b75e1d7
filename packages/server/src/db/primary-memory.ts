// The cluster that a node has served from and its highest timeline, kept across restarts: an old
// primary that is back while the new one is away must not be taken for it.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../log/log.ts';
import { type ClusterIdentity, isOlder } from './server-state.ts';

/** The name of the file in a data directory. */
export const primaryFile = 'primary.json';

const nothing: ClusterIdentity = { system: undefined, timeline: undefined };

export interface PrimaryMemory {
  readonly known: () => ClusterIdentity;
  /** The same, unless a server of another cluster is the only one: its name says which it is. */
  readonly knownOf: (server: ClusterIdentity, isAlone: boolean) => ClusterIdentity;
  /** Is this more than what is known? */
  readonly isNews: (server: ClusterIdentity) => boolean;
  readonly note: (server: ClusterIdentity) => void;
  /** Takes over what a file has, and keeps it up to date from now on if `keeps`. */
  readonly load: (path: string, log: Log, keeps: boolean) => void;
  readonly warn: (facts: object, message: string) => void;
}

/** Knows nothing yet. */
export function primaryMemory(): PrimaryMemory {
  let known = nothing;
  let file: { readonly path: string; readonly log: Log; readonly keeps: boolean } | undefined;
  return {
    known: () => known,
    knownOf: ({ system }, isAlone) => (isAlone && system !== known.system ? nothing : known),
    isNews: (server) => isOlder(known, server),
    note({ system, timeline }) {
      known = { system, timeline };
      if (!file?.keeps) return;
      try {
        writeKnown(file.path, known);
      } catch (error) {
        file.log.warn({ err: error, path: file.path }, 'The timeline cannot be kept');
      }
    },
    load(path, log, keeps) {
      file = { path, log, keeps };
      const before = readKnown(path, log);
      if (known.system === undefined || isOlder(known, before)) known = before;
    },
    warn: (facts, message) => file?.log.warn(facts, message),
  };
}

/** What the file has; nothing where it is missing, or cannot be read, which is logged. */
function readKnown(path: string, log: Log): ClusterIdentity {
  if (!existsSync(path)) return nothing;
  try {
    const { systemIdentifier, timeline } = JSON.parse(readFileSync(path, 'utf8'));
    return { system: systemIdentifier, timeline };
  } catch (error) {
    log.warn({ err: error, path }, 'The file cannot be read and is passed over');
    return nothing;
  }
}

/** Replaces the file, durably: that is as rare as a promotion. */
function writeKnown(path: string, { system, timeline }: ClusterIdentity): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  const file = openSync(fresh, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify({ version: 1, systemIdentifier: system, timeline }));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
}
