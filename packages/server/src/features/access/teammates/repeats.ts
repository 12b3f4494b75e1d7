// What is sent twice is done once: a double click, or a request that is sent again because its
// answer was lost, gets the answer of the first.
import { createHash } from 'node:crypto';

/** So long after it was answered a request that is the same counts as sent again. */
const repeatMs = 10_000;

export interface Repeats<T> {
  /**
   * Does the work, or returns what it came to for those who sent the same: at once, or within some
   * seconds of its success. What failed is done again.
   */
  readonly once: (same: readonly string[], work: () => Promise<T>) => Promise<T>;
}

/** `now` is in milliseconds, of any beginning. */
export function joinRepeats<T>(now: () => number): Repeats<T> {
  const answers = new Map<string, { readonly answer: Promise<T>; doneAt: number }>();
  const forgetOld = () => {
    for (const [key, { doneAt }] of answers) if (doneAt + repeatMs <= now()) answers.delete(key);
  };
  return {
    once(same, work) {
      forgetOld();
      // It has codes in it, which are to be nowhere in memory for longer than they are needed.
      const key = createHash('sha256').update(JSON.stringify(same)).digest('base64');
      const earlier = answers.get(key);
      if (earlier) return earlier.answer;
      const entry = { answer: work(), doneAt: Number.POSITIVE_INFINITY };
      answers.set(key, entry);
      entry.answer.then(
        () => {
          entry.doneAt = now();
        },
        () => answers.delete(key),
      );
      return entry.answer;
    },
  };
}
