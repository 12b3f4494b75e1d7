// An event as a file brings it: still to be read as an event of the API, by the same rules.

export interface EventDraft {
  readonly user: Readonly<Record<string, unknown>>;
  readonly session?: unknown;
  /** As an element of `events` of the API. */
  readonly event: Readonly<Record<string, unknown>>;
  /** Set where its row may be one of several lines of an order. */
  readonly order?: OrderLine;
}

/** What a line of an order says, until all of them are known. */
export interface OrderLine {
  /** The same for all lines of an order. */
  readonly key: string;
  /** As `cart` has them. */
  readonly lines: readonly unknown[];
  /** What the lines cost, where that is known. */
  readonly linesValue?: number;
  /** What the row says of the order as a whole. */
  readonly value?: number;
  /** Does the row hold the order as the API has it? Then one that says the same is a repeat. */
  readonly isWhole: boolean;
}

/** Sums of amounts in doubles, without the digits that adding leaves behind. */
export const exactSum = (amounts: readonly number[]): number =>
  Number(amounts.reduce((sum, amount) => sum + amount, 0).toFixed(6));
