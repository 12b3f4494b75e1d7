// Under which numbers batches of rows were added, from which each of them is found again.

/** As many as one number of the sequence stands for. */
export const versionsPerBlock = 4096;

export interface WrittenBlock {
  /** The first, a multiple of how many there are. */
  readonly version: number;
  /** The row's that has the first number; of rows that are not staged, the others' follow it. */
  readonly position: number;
  isStaged: boolean;
  /** How many of its numbers are given away. */
  used: number;
  added: number;
  changed: number;
}

/** Blocks as PostgreSQL takes an array: what is left of a version without its last 12 bits. */
export function blockNumbers(blocks: readonly WrittenBlock[]): string {
  return `{${blocks.map(({ version }) => version / versionsPerBlock)}}`;
}
