// attune start, api and worker: what runs until it is stopped.
import type { Command } from 'commander';
import { Command as NewCommand } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { createLog, type Log } from '../log/log.ts';
import { startTracing } from '../log/tracing/tracing.ts';
import { type NodeOptions, type Roles, type RunningNode, startNode } from '../node.ts';
import { strict } from './command.ts';
import { checkDataDir, checkPorts } from './first-checks.ts';
import { printFailure } from './output.ts';
import { prepareStart } from './welcome.ts';

/** A signal so soon after another is the same one, from the terminal and from npm. */
const repeatedMs = 1_000;

interface Served {
  readonly roles: Roles;
  readonly name: string;
  readonly about: string;
  /** Adds what the command does beside running the node; gives what to say when it is ready. */
  readonly prepare?: (
    options: NodeOptions,
    flags: StartFlags,
  ) => {
    options: NodeOptions;
    welcome: (node: RunningNode) => string;
  };
}

interface StartFlags {
  /** May secrets be printed? */
  readonly secrets: boolean;
}

/** How long a balancer may take to notice that a node of several leaves. */
const usualDrainMs = 5_000;

function serve({ roles, name, about, prepare }: Served): Command {
  const command = strict(new NewCommand(name).description(about));
  if (prepare) {
    command.option('--no-secrets', 'print no key and no link, where the output is kept as a log');
  }
  return command.action(async (flags: StartFlags) => {
    try {
      await run(readConfig(process.env), flags);
    } catch (error) {
      printFailure(error);
    }
  });

  /** An installation of one process has nowhere else to send requests meanwhile. */
  function drainMsOf({ drainMs }: Config): number {
    return drainMs ?? (roles.worker ? 0 : usualDrainMs);
  }

  async function run(config: Config, flags: StartFlags): Promise<void> {
    if (roles.api) await checkPorts(config);
    checkDataDir(config);
    const log = createLog(config.logLevel);
    const tracing = config.tracing && (await startTracing(config.tracing, log));
    const stopping = new AbortController();
    const finished = Promise.withResolvers<void>();
    let node: RunningNode | undefined;
    let askedAt = 0;
    const stop = (signal: NodeJS.Signals) => {
      // At a second signal it ends at once: what was acknowledged is safe. Ctrl-C under npm comes
      // twice.
      if (askedAt > 0 && Date.now() - askedAt > repeatedMs) process.exit(1);
      if (askedAt > 0) return;
      askedAt = Date.now();
      log.info({ signal }, 'stopping');
      stopping.abort();
      if (node) finished.resolve();
    };
    const roll = () => void (node && rollOf(node, log));
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.on('SIGUSR2', roll);
    const given: NodeOptions = {
      ...{ signal: stopping.signal, onLost: finished.reject },
      processes: config,
    };
    const { options, welcome } = prepare?.(given, flags) ?? { options: given, welcome: readyLine };
    node = await startNode(config, log, roles, options);
    process.stdout.write(`${welcome(node)}\n`);
    if (stopping.signal.aborted) finished.resolve();
    await finished.promise.then(() => node?.drain(drainMsOf(config))).finally(node.stop);
    await tracing?.stop();
    log.info('stopped');
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    process.off('SIGUSR2', roll);
  }
}

async function rollOf({ roll }: RunningNode, log: Log): Promise<void> {
  if (roll) await roll();
  else log.warn('there are no processes to replace: see API_PROCESSES and WORKER_PROCESSES');
}

function readyLine({ url }: RunningNode): string {
  return url ? `Attune's API is ready at ${url}` : "Attune's worker is ready";
}

/** The commands that run a node. */
export const serveCommands: readonly Command[] = [
  serve({
    name: 'start',
    about: 'Run API and worker in one process, with a demo site on the first run.',
    roles: { api: true, worker: true },
    prepare: prepareStart,
  }),
  serve({ name: 'api', about: 'Run an API node.', roles: { api: true, worker: false } }),
  serve({ name: 'worker', about: 'Run a worker.', roles: { api: false, worker: true } }),
];
