// Knows what of a catalogue's answers is kept while the catalogue is: requests ask the same again.

import type { Catalogue } from '../../catalogue/index.ts';
import type { Model } from '../model.ts';
import type { RowList } from './row-list.ts';

/** Lists kept of one catalogue; the least recently asked for goes. */
const mostLists = 256;

/** What is kept of one catalogue. */
export class Memo {
  readonly #lists = new Map<string, RowList>();

  /** The list of a key, made when it is asked for the first time. */
  list(key: string, make: () => RowList): RowList {
    const known = this.#lists.get(key);
    if (known) {
      // Put behind the others: a Map keeps the order of insertion.
      this.#lists.delete(key);
      this.#lists.set(key, known);
      return known;
    }
    const made = make();
    this.#lists.set(key, made);
    if (this.#lists.size > mostLists) {
      const [oldest] = this.#lists.keys();
      this.#lists.delete(oldest as string);
    }
    return made;
  }
}

const memos = new WeakMap<Catalogue, Memo>();

export function memoOf(catalogue: Catalogue): Memo {
  let memo = memos.get(catalogue);
  if (!memo) {
    memo = new Memo();
    memos.set(catalogue, memo);
  }
  return memo;
}

const numbers = new WeakMap<Model, number>();
let lastNumber = 0;

/** Numbers models for the keys of this process. */
export function numberOfModel(model: Model): number {
  let number = numbers.get(model);
  if (number === undefined) {
    lastNumber += 1;
    number = lastNumber;
    numbers.set(model, number);
  }
  return number;
}
