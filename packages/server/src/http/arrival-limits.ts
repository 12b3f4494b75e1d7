// How long whoever sends and reads may take, and how much less in a crowd.

export interface ArrivalLimits {
  /** For the headers, from when the connection was opened or the first byte after an answer. */
  readonly headersMs: number;
  /** For each `leastBytes` of a body, and of an answer on its way to a reader. */
  readonly paceMs: number;
  readonly leastBytes: number;
  /** The same for NDJSON, whose lines may have to be made first; unless many uploads crawl. */
  readonly linesPaceMs: number;
  readonly linesLeastBytes: number;
  /** So many uploads of NDJSON under way that none may take its time. */
  readonly crowd: number;
  /** So many connections that none has more time than `crowdMs`. */
  readonly connectionCrowd: number;
  /** So many who have connected and not sent a whole request are a crowd by themselves. */
  readonly guestCrowd: number;
  /** So many that who has called with a key is no exception any more. */
  readonly packedCrowd: number;
  /**
   * In a crowd, for headers, each `leastBytes`, and for being idle unless a key was called with
   * that is known: those are told how long they may be idle, and a page's request is lost on its
   * way to a connection that ends. So long a crowd counts, too.
   */
  readonly crowdMs: number;
  /** In a crowd, for headers after an answer. */
  readonly againMs: number;
  /** In a crowd, between two who connect and ask for what anybody may have: it may be long. */
  readonly publicMs: number;
  /** For the whole of a body, unless it is NDJSON, which may be millions of lines. */
  readonly wholeMs: number;
  /** Between an answer and the next request; clients are told a second less. */
  readonly idleMs: number;
  /** For what is still arriving when the server begins to stop. */
  readonly stopMs: number;
}

export const arrivalLimits: ArrivalLimits = {
  headersMs: 4_000,
  paceMs: 3_500,
  leastBytes: 64 * 1024,
  linesPaceMs: 30_000,
  linesLeastBytes: 16 * 1024,
  crowd: 20,
  connectionCrowd: 2_500,
  guestCrowd: 500,
  packedCrowd: 10_000,
  crowdMs: 2_800,
  againMs: 1_000,
  publicMs: 100,
  wholeMs: 60_000,
  idleMs: 73_000,
  stopMs: 3_000,
};
