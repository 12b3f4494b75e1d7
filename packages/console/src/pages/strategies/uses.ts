// Who uses a strategy, in words.
import { sayFirst } from '@attune/core';
import type { Strategy } from './strategy.ts';

/** "Used by hero, cart and 2 more; cart in a draft alone". */
export function sayUsers(usedBy: Strategy['usedBy']): string {
  if (usedBy.length === 0) return 'Not used by any campaign';
  const names = usedBy.map(({ selector, isPublished }) =>
    isPublished ? selector : `${selector} (draft)`,
  );
  return `Used by ${sayFirst(names)}`;
}
