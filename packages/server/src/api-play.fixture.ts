// How the story on the demo shop uses an operation.

/** What an operation is given beside its key; a blob is a file. */
export interface Given {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: the story knows what it asked for.
export type Play = (id: string, given?: Given) => Promise<any>;
