// Finding words: by their label first, then by the other words that people use for them.
import { folded } from '@attune/core';
import type { Word } from './word.ts';

/**
 * Those that have every part of what was typed, the best first; those that have the first part
 * where none has them all: "likes shoes" begins with a condition and goes on with its value.
 */
export function findWords(words: readonly Word[], typed: string): readonly Word[] {
  const parts = folded(typed).split(/\s+/).filter(Boolean);
  const found = wordsWith(words, parts);
  return found.length > 0 ? found : wordsWith(words, parts.slice(0, 1));
}

function wordsWith(words: readonly Word[], parts: readonly string[]): readonly Word[] {
  const scored = words.flatMap((word, at) => {
    const score = Math.max(...parts.map((part) => scoreOf(word, part)), 0);
    const isFound = parts.every((part) => scoreOf(word, part) < Number.POSITIVE_INFINITY);
    return isFound ? [{ word, score, at }] : [];
  });
  return scored.sort((a, b) => a.score - b.score || a.at - b.at).map(({ word }) => word);
}

/** 0: a word of the label begins so; the more, the worse. */
function scoreOf({ label, keywords, group }: Word, part: string): number {
  const begins = (text: string) =>
    folded(text)
      .split(/[^\p{L}\p{N}]+/u)
      .some((one) => one.startsWith(part));
  if (begins(label)) return 0;
  if (begins(keywords)) return 1;
  if (begins(group)) return 2;
  return folded(`${label} ${keywords}`).includes(part) ? 3 : Number.POSITIVE_INFINITY;
}
