// What a task is: something that teammates can do on a site, in words.
import type { ConsoleEndpointName } from './audited.ts';

export const taskAreas = [
  'Experiences',
  'Results',
  'Recommendations',
  'People',
  'Monitoring',
  'API keys',
  'Site',
] as const;

export interface Task {
  readonly area: (typeof taskAreas)[number];
  /** Begins with a verb: "Publish campaigns". */
  readonly words: string;
  readonly endpoints: readonly ConsoleEndpointName[];
}
