// Knows what of activity the rest of the project may use.

export { activityAttributes } from './attributes.ts';
export { countActivity } from './count.ts';
export type { ActivityQuestion } from './question.ts';
