// Activity as conditions read it, name by name; each answer is a number, 0 for who did nothing.

import { LazyAttributes } from '../conditions/condition.ts';
import { type ActivityQuestion, readQuestion } from './question.ts';

/** Names of any kind at any level; what `count` is asked are whole questions. */
export function activityAttributes(count: (asked: ActivityQuestion) => number): LazyAttributes {
  return new ActivityAttributes([], count);
}

/** The longest path: a signal, a property, a value and the days. */
const mostNames = 4;

class ActivityAttributes extends LazyAttributes {
  readonly #names: readonly string[];
  readonly #count: (asked: ActivityQuestion) => number;
  readonly #asked = new Map<string, number | ActivityAttributes | undefined>();

  constructor(names: readonly string[], count: (asked: ActivityQuestion) => number) {
    super();
    this.#names = names;
    this.#count = count;
  }

  read(name: string): unknown {
    if (!this.#asked.has(name)) this.#asked.set(name, this.#find([...this.#names, name]));
    return this.#asked.get(name);
  }

  /** What was asked, since all that could be has no end. */
  toJSON() {
    return Object.fromEntries([...this.#asked].filter(([, value]) => value !== undefined));
  }

  #find(names: readonly string[]): number | ActivityAttributes | undefined {
    const question = readQuestion(names);
    if (question) return this.#count(question);
    return names.length < mostNames ? new ActivityAttributes(names, this.#count) : undefined;
  }
}
