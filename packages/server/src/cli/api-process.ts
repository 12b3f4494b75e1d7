// attune api-process: one of several processes that answer for a node, started by its first.
import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { createLog } from '../log/log.ts';
import { startTracing } from '../log/tracing/tracing.ts';
import { startNode } from '../node.ts';
import { type Link, openLink, type Port } from '../processes/index.ts';
import { strict } from './command.ts';

/** A terminal and a process manager send these to every process: the first one says what to do. */
const leftToPrimary = ['SIGINT', 'SIGTERM', 'SIGUSR2'] as const;

/** Makes the command, which no reference lists: the first process runs it. */
export const apiProcessCommand = (): Command =>
  strict(
    new Command('api-process').argument('<place>', 'its place among those of the node'),
  ).action(async () => {
    if (process.send === undefined) throw new Error('Run attune start, or attune api.');
    for (const signal of leftToPrimary) process.on(signal, () => undefined);
    const link = await openLink(process as Port);
    await run(link).catch((error: Error) => link.tell({ what: 'failed', message: error.message }));
    process.exit();
  });

/** Answers until the primary says that it is enough. */
async function run(link: Link): Promise<void> {
  const { place, apiProcesses } = link.beginning;
  const config = partOf(readConfig(process.env), apiProcesses);
  const log = createLog(config.logLevel).child({ process: place });
  const tracing = config.tracing && (await startTracing(config.tracing, log));
  const starting = startNode(config, log, { api: true, worker: false }, { link });
  // One that answers nothing yet has nothing to finish.
  const node = await Promise.race([starting, link.stopped]);
  if (!node) return;
  void link.tell({ what: 'ready', url: node.url ?? '' });
  await link.stopped;
  await node.stop();
  await tracing?.stop();
  await link.leaveCounts();
}

/** What the node may take is divided among its processes. */
function partOf(config: Config, apiProcesses: number): Config {
  const part = (bytes: number) => Math.ceil(bytes / apiProcesses);
  return Object.freeze({
    ...config,
    profileMemoryBytes: part(config.profileMemoryBytes),
    feedMemoryBytes: part(config.feedMemoryBytes),
    modelCacheBytes: part(config.modelCacheBytes),
  });
}
