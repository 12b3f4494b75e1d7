// The first few of what may be many, and how many more there are, in words.

/** "hero, cart, search and 2 more"; all of them, while there are no more than `most`. */
export function sayFirst(names: readonly string[], most = 3, between = ', '): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(between)}${more > 0 ? ` and ${more} more` : ''}`;
}
