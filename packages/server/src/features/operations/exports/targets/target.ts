// Where the files of an export go: a small port with two implementations.

/** What a place refuses, or is not there; its message may be shown. */
export class ExportError extends Error {}

export interface Target {
  /** As people are told of it. */
  readonly name: string;
  /** The text of a small file; undefined: there is none. */
  readonly read: (path: string) => Promise<string | undefined>;
  /**
   * Writes a file, which is there under its name only when it is there as a whole. Resolves to its
   * size in bytes.
   */
  readonly write: (path: string, pieces: AsyncIterable<Buffer>) => Promise<number>;
  /** Removes a file, if it is there. */
  readonly remove: (path: string) => Promise<void>;
}
