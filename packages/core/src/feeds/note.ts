// What a sender should know of how rows were read, counted over a file.

export interface Note {
  /** Ours, or the file's own where it has no other. */
  readonly column: string;
  /** To be read after the column's name. */
  readonly message: string;
  readonly example: string;
}

/** The same of several rows. */
export interface CountedNote extends Note {
  readonly rows: number;
}

/** A fault without the value that it quotes: the same fault of many rows is one note. */
export function withoutValue(fault: string): string {
  const at = fault.indexOf(', not ');
  return at < 0 ? fault : fault.slice(0, at);
}

/** So many are kept apart, and so many further ones counted. */
const notesMost = 200;
const furtherMost = 10_000;

/** Counts notes: those of one column with one message are one. */
export function noteCounter() {
  const counted = new Map<string, Note & { rows: number }>();
  const further = new Set<string>();
  let [rows, example] = [0, ''];
  return {
    add: (notes: readonly Note[] | undefined): void => {
      for (const note of notes ?? []) {
        const key = JSON.stringify([note.column, note.message]);
        const known = counted.get(key);
        if (known) known.rows += 1;
        else if (counted.size < notesMost) counted.set(key, { ...note, rows: 1 });
        else {
          rows += 1;
          example ||= `${note.column}: ${note.message}`;
          if (further.size < furtherMost) further.add(key);
        }
      }
    },
    /** The most frequent first; behind them how many more kinds there were. */
    all: (): CountedNote[] => {
      const all: CountedNote[] = [...counted.values()].sort((a, b) => b.rows - a.rows);
      if (further.size === 0) return all;
      const kinds = further.size === furtherMost ? `${furtherMost} or more` : further.size;
      const message = `have ${kinds} more kinds of notes`;
      return [...all, { column: 'further columns', message, example, rows }];
    },
  };
}
