// What an item says of itself, as terms that items can share.

import type { ReadableColumn } from './feed.ts';

const maxTermsOfText = 200;
const maxWordLength = 50;

/**
 * The terms of a row, repeats among them: a column's values whole, in lower case, and of columns of
 * running text (`name`, `description`, localised ones too) their words, the first 200.
 */
export function* termsOf(columns: readonly ReadableColumn[], row: number): Generator<string> {
  for (const column of columns) {
    const isProse = /(?:^|:)(?:name|description)$/.test(column.name);
    for (const text of column.texts(row)) {
      if (!isProse) yield `${column.name}\0${text.trim().toLowerCase()}`;
      else for (const word of wordsOf(text)) yield `${column.name}\0${word}`;
    }
  }
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return words.slice(0, maxTermsOfText).map((word) => word.slice(0, maxWordLength));
}
