// A history as one list, the newest first: versions, and what was done between them.

interface Act {
  readonly at: string;
  readonly by: string | null;
}

/** A version as the service lists it. */
export interface VersionListed {
  readonly version: number;
  readonly at: string;
  /** '': not known. */
  readonly by: string;
  readonly action: string;
  /** When it was published; of campaigns. */
  readonly publications?: readonly (Act & { readonly number: number })[];
  /** What else was done while it was the latest; of campaigns. */
  readonly acts?: readonly (Act & { readonly action: string; readonly detail?: string })[];
}

/** A line of a history. */
export interface HistoryEntry {
  readonly action: string;
  readonly at: string;
  /** '': not known. */
  readonly by: string;
  readonly version: number;
  /** How it was done, of a rollout's steps. */
  readonly detail?: string;
  /** It made the version, rather than did something with it. */
  readonly isVersion: boolean;
  /** Of a publication: of what was published, which one it is, from 1. */
  readonly number?: number;
}

/** Everything that became of the versions of a page. */
export function timelineOf(versions: readonly VersionListed[]): HistoryEntry[] {
  const entries = versions.flatMap(
    ({ version, at, by, action, publications = [], acts = [] }): HistoryEntry[] => [
      ...publications.map(({ number, ...one }) => ({
        ...{ action: 'publish', at: one.at, by: one.by ?? '', version, number },
        isVersion: false,
      })),
      ...acts.map(({ by: actor, ...act }) => ({
        ...act,
        ...{ by: actor ?? '', version, isVersion: false },
      })),
      { action, at, by, version, isVersion: true },
    ],
  );
  // Of one moment, what was listed first is the later one.
  return entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
