// The settings of models: the memory and the processor time that they may take.
import { type Setting, setting } from './setting.ts';
import { readWhole } from './setting-texts.ts';

export interface ModelConfig {
  /** About how much memory the cache of models of an API node may take. */
  readonly modelCacheBytes: number;
  /** How much memory building a model may take in a worker. */
  readonly modelMemoryBytes: number;
  /** How much processor time models and evaluations may take in a UTC day. */
  readonly modelCpuBudgetMs: number;
}

/** The settings by their names in the environment. */
export const modelSettings = {
  MODEL_CACHE: setting(
    'MiB for models in an API node, about',
    '256',
    (text) => 2 ** 20 * readWhole(text, 1, 1_048_576),
    'Where they do not fit, the least recently used go.',
  ),
  MODEL_MEMORY: setting(
    'MiB that building a model may take in a worker node',
    '2048',
    (text) => 2 ** 20 * readWhole(text, 64, 1_048_576),
  ),
  MODEL_CPU_BUDGET: setting(
    'minutes of processor time for models and evaluations in a UTC day, for all sites together',
    '240',
    (text) => 60_000 * readWhole(text, 1, 100_000),
    'Then rebuilds and retries wait for the next day; first and requested builds and evaluations ' +
      'do not. All nodes need the same.',
  ),
} as const;

type Value = <T>(name: keyof typeof modelSettings, from: Setting<T>) => T;

/** Reads the settings. */
export function modelOf(value: Value): ModelConfig {
  return {
    modelCacheBytes: value('MODEL_CACHE', modelSettings.MODEL_CACHE),
    modelMemoryBytes: value('MODEL_MEMORY', modelSettings.MODEL_MEMORY),
    modelCpuBudgetMs: value('MODEL_CPU_BUDGET', modelSettings.MODEL_CPU_BUDGET),
  };
}
