// The setting of how many processes answer for a node.
import { setting } from './setting.ts';
import { readWhole } from './setting-texts.ts';

export const processSettings = {
  API_PROCESSES: setting(
    'processes of `attune start` and `attune api` that answer requests, behind one port',
    '1',
    (text) => readWhole(text, 1, 32),
    'Each has its part of the memory of profiles, feeds and models. See ' +
      '[several processes](../guides/operate.md#several-processes).',
  ),
} as const;
