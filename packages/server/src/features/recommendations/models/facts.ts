// What is known of a version of a model beside its bytes: the stored half of its info.

/** JSON of the column `facts`. Members that a later release adds are optional. */
export interface ModelFacts {
  readonly tookMs: number;
  /** Processor time, without that of reading the log, which models share. */
  readonly cpuMs?: number;
  readonly peakBytes: number;
  readonly kind: 'ranking' | 'neighbours';
  readonly items: number;
  readonly pairs: number;
  readonly data: {
    readonly days: number;
    /** YYYY-MM-DD. */
    readonly from: string | null;
    readonly to: string | null;
    readonly events: number;
    readonly users: number;
    readonly items: number;
  };
  readonly coverage: {
    readonly feed: string;
    readonly items: number;
    readonly known: number | null;
    readonly withNeighbours: number | null;
  } | null;
  /** What its sources were: the revision of a feed, or the events of each day (`moved.ts`). */
  readonly mark: string;
}
