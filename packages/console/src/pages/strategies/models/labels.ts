// Sizes, spans and shares, as short as possible.
import type { Answer } from '../../../api/endpoints.ts';

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** "1.4 MB" */
export function sayBytes(bytes: number): string {
  const at = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1_000 ** at;
  return `${at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[at]}`;
}

/** "0.4 s", "12 s", "3 min" */
export function sayMs(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** 0.125 as "12.5 %" */
export const sayPart = (share: number) => `${Number((100 * share).toFixed(1))} %`;

/** "Models and evaluations took 3 min of processor time today (UTC), of 240 min." */
export function sayCpu({ usedMs, allSitesMs, budgetMs }: Answer<'listModels'>['cpu']): string {
  const taken = `Models and evaluations took ${sayMs(usedMs)} of processor time today (UTC)`;
  const all = allSitesMs === usedMs ? '' : ` and those of all sites ${sayMs(allSitesMs)}`;
  return `${taken}${all}, of ${sayMs(budgetMs)}.`;
}
