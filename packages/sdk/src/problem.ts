// A refusal of the service as an error that code can act on.

export interface ProblemDocument {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
  readonly traceId: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** Thrown for every answer of 400 and above. */
export class AttuneError extends Error {
  readonly problem: ProblemDocument;
  /** Seconds after which it is worth trying again, where the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: ProblemDocument, retryAfter: string | null) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}
