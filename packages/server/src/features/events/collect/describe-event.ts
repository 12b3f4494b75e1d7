// An event in a few words, for a list of them. Names of people are not among the words.
import { aboutEvent, type Event } from '@attune/core';

const longest = 200;

/**
 * A short description of an event: its products, its page, its campaign. '' where the name is
 * enough.
 */
export function describeEvent(event: Event): string {
  const words = aboutEvent(event);
  return words.length <= longest ? words : `${words.slice(0, longest).toWellFormed()}…`;
}
