// Who uses a strategy, in words.
import type { Strategy } from './strategy.ts';

/** "Used by hero, cart and 2 more; cart in a draft alone". */
export function sayUsers(usedBy: Strategy['usedBy']): string {
  if (usedBy.length === 0) return 'Not used by a campaign';
  const shown = usedBy
    .slice(0, 3)
    .map(({ selector, isPublished }) => (isPublished ? selector : `${selector} (draft)`));
  const more = usedBy.length - shown.length;
  return `Used by ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
