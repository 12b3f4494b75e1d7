// Which of the known names was probably meant.

/** Longer names are not compared with others: that is slow, and they are rarely typed by hand. */
const longestCompared = 100;

/**
 * The name that was probably meant: the same letters and digits in another spelling, one that goes
 * on where this one ends, or one of at most two other characters; undefined where none is so near.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > longestCompared) return undefined;
  const plain = plainName(given);
  if (plain === '') return undefined;
  const same = known.find((name) => plainName(name) === plain);
  if (same !== undefined) return same;
  const longer = known.find((name) => plain.length > 2 && plainName(name).startsWith(plain));
  if (longer !== undefined) return longer;
  let nearest: string | undefined;
  let least = Math.min(2, Math.floor(plain.length / 3)) + 1;
  for (const name of known) {
    const distance = distanceBetween(plain, plainName(name));
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

const plainName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Levenshtein's distance: characters put in, left out or exchanged. */
export function distanceBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 0; i < from.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const exchanged = row[j]! + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(exchanged, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
