// A server of its own data directory whose log lines are kept: which processes it has, and said.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, makeFolder, type Running, startAttune } from './attune.ts';

export interface LogLine {
  readonly msg: string;
  readonly process?: number;
  readonly pid?: number;
  readonly traceId?: string;
}

export interface LoggedServer {
  readonly folder: string;
  readonly env: Environment;
  readonly server: Running;
  /** The demo site's Server-side key. */
  readonly key: string;
  /** The lines of a message so far, the oldest first. */
  readonly said: (message: string | RegExp) => readonly LogLine[];
  /** Stops it, unless it has ended, and removes its data. */
  readonly close: () => Promise<void>;
}

/** Starts `attune start` with the demo site in a new folder, and keeps what it logs. */
export async function startLogged(name: string, settings: Environment): Promise<LoggedServer> {
  const folder = await makeFolder(name);
  const env: Environment = { DATA_DIR: join(folder, 'data'), ...settings };
  const lines: LogLine[] = [];
  const onLine = (line: string) => void (line.startsWith('{') && lines.push(JSON.parse(line)));
  const server = await startAttune('start', env, { onLine });
  return {
    ...{ folder, env, server },
    key: /Server-side key\s+(\S+)/.exec(server.said())![1]!,
    said: (message) =>
      lines.filter(({ msg }) =>
        typeof message === 'string' ? msg === message : message.test(msg),
      ),
    async close() {
      const { exitCode, signalCode } = server.process;
      if (exitCode === null && signalCode === null) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
