// The settings of how many processes a node has.
import { setting } from './setting.ts';
import { readWhole } from './setting-texts.ts';

export interface ProcessConfig {
  /** How many processes answer behind the port. */
  readonly apiProcesses: number;
  /** How many processes work off what was recorded; 0: the first one does, beside all else. */
  readonly workerProcesses: number;
}

const seeAlso = 'See [several processes](../guides/operate.md#several-processes).';

export const processSettings = {
  API_PROCESSES: setting(
    'processes of `attune start` and `attune api` that answer requests, behind one port',
    '1',
    (text) => readWhole(text, 1, 32),
    `Each has its part of the memory of profiles, feeds and models. ${seeAlso}`,
  ),
  WORKER_PROCESSES: setting(
    'processes of `attune start` and `attune worker` that work off what was recorded',
    '0',
    (text) => readWhole(text, 0, 32),
    `With \`0\`, the first process does. ${seeAlso}`,
  ),
} as const;
