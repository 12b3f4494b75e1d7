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

/** So many are kept apart; a file with more of them has columns beyond counting. */
const notesMost = 200;

/** Counts notes: those of one column with one message are one. */
export function noteCounter() {
  const counted = new Map<string, Note & { rows: number }>();
  return {
    add: (notes: readonly Note[] | undefined): void => {
      for (const note of notes ?? []) {
        const key = JSON.stringify([note.column, note.message]);
        const known = counted.get(key);
        if (known) known.rows += 1;
        else if (counted.size < notesMost) counted.set(key, { ...note, rows: 1 });
      }
    },
    /** The most frequent first. */
    all: (): CountedNote[] => [...counted.values()].sort((a, b) => b.rows - a.rows),
  };
}
