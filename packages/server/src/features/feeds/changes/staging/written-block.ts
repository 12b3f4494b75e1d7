// Under which numbers a batch of rows was added, from which each of them is found again.

/** As many as one number of the sequence stands for. */
export const versionsPerBlock = 4096;

export interface WrittenBlock {
  /** The first, a multiple of how many there are. */
  readonly version: number;
  /** The row's that has the first number; of rows that are not staged, the others' follow it. */
  readonly position: number;
  isStaged: boolean;
  readonly added: number;
  readonly changed: number;
}

/** Blocks as PostgreSQL takes an array: what is left of a version without its last 12 bits. */
export function blockNumbers(blocks: readonly WrittenBlock[]): string {
  return `{${blocks.map(({ version }) => version / versionsPerBlock)}}`;
}
