// attune api-process and worker-process: one of several processes of a node, started by its first.
import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { createLog } from '../log/log.ts';
import { startTracing } from '../log/tracing/tracing.ts';
import { startNode } from '../node.ts';
import { type ChildRole, type Link, openLink, type Port } from '../processes/index.ts';
import { strict } from './command.ts';

/** A terminal and a process manager send these to every process: the first one says what to do. */
const leftToPrimary = ['SIGINT', 'SIGTERM', 'SIGUSR2'] as const;

/** Makes the command, which no reference lists: the first process runs it. */
export const childCommand = (role: ChildRole): Command =>
  strict(
    new Command(`${role}-process`).argument('<place>', 'its place among those of the node'),
  ).action(async () => {
    if (process.send === undefined)
      throw new Error('Run attune start, attune api or attune worker.');
    for (const signal of leftToPrimary) process.on(signal, () => undefined);
    const link = await openLink(process as Port);
    await run(link).catch((error: Error) => link.tell({ what: 'failed', message: error.message }));
    process.exit();
  });

/** Does what its role says until the primary ends it. */
async function run(link: Link): Promise<void> {
  const { role, place, count } = link.beginning;
  const config = partOf(readConfig(process.env), count);
  const log = createLog(config.logLevel).child({ process: place });
  const tracing = config.tracing && (await startTracing(config.tracing, log));
  const roles = { api: role === 'api', worker: role === 'worker' };
  const starting = startNode(config, log, roles, { link });
  // One that does nothing yet has nothing to finish.
  const node = await Promise.race([starting, link.stopped]);
  if (!node) return;
  void link.tell({ what: 'ready', url: node.url ?? '' });
  await link.stopped;
  await node.stop();
  await tracing?.stop();
  await link.leaveCounts();
}

/**
 * What the node may take is divided among its processes of a role. `MODEL_MEMORY` is not: the first
 * worker alone builds models.
 */
function partOf(config: Config, count: number): Config {
  const part = (bytes: number) => Math.ceil(bytes / count);
  return Object.freeze({
    ...config,
    profileMemoryBytes: part(config.profileMemoryBytes),
    feedMemoryBytes: part(config.feedMemoryBytes),
    modelCacheBytes: part(config.modelCacheBytes),
  });
}
