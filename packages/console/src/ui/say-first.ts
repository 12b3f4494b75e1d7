// The first few names of what may be many, and how many more there are, in words.

const mostNamed = 3;

/** "hero, cart, search and 2 more". */
export function sayFirst(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
