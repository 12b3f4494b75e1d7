// An example of each operation, recorded from a story on the demo shop.
import recorded from './examples.json' with { type: 'json' };

export interface OperationExample {
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly request?: unknown;
  readonly status: number;
  readonly answer?: unknown;
}

/** By operation. */
export const examples: Readonly<Record<string, OperationExample>> = recorded;
