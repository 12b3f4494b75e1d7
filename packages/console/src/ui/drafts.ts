// Drafts that outlive the page: stored in the browser, each under its teammate and what it is of.
import { parseWritten } from '@attune/core';

/** What is used of the browser's `localStorage`. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface Stored {
  /** When it was written; ms since the epoch. */
  readonly at: number;
  readonly value: unknown;
}

const prefix = 'attune-draft ';
/** Another one where drafts get another form, which those of before do not have. */
const form = 1;
/** An abandoned draft goes after so long. */
const longestMs = 90 * 86_400_000;

function storedIn(storage: DraftStorage, name: string): Stored | undefined {
  try {
    const text = storage.getItem(name);
    return text === null ? undefined : (parseWritten(text) as Stored);
  } catch {
    // Written by something else; nothing can be made of it.
    return undefined;
  }
}

/** Names of drafts that were abandoned, or cannot be read. */
function oldIn(storage: DraftStorage, now: number): string[] {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  return names.filter(
    (name) => name.startsWith(prefix) && now - (storedIn(storage, name)?.at ?? 0) > longestMs,
  );
}

const nameOf = (teammateId: string, of: readonly string[]) =>
  prefix + JSON.stringify([form, teammateId, ...of]);

/** Undefined: the browser stores nothing. */
export function createDrafts(storage: DraftStorage | undefined) {
  /** What is not stored, for want of a place or of room: gone with the page. */
  const unstored = new Map<string, unknown>();
  const restored = new Set<string>();
  const listeners = new Set<() => void>();
  let changes = 0;

  function store(name: string, value: unknown, now: number): boolean {
    try {
      storage?.setItem(name, JSON.stringify({ at: now, value } satisfies Stored));
      return storage !== undefined;
    } catch {
      return false;
    }
  }

  function change(name: string, value: unknown, now = 0): void {
    unstored.delete(name);
    if (value === undefined) storage?.removeItem(name);
    else if (!store(name, value, now)) unstored.set(name, value);
    changes += 1;
    for (const listener of listeners) listener();
  }

  return {
    /** The draft; undefined where there is none. Each call gives an object of its own. */
    read(teammateId: string, of: readonly string[]): unknown {
      const name = nameOf(teammateId, of);
      if (unstored.has(name)) return unstored.get(name);
      const found = storage && storedIn(storage, name);
      if (found) restored.add(name);
      return found?.value;
    },
    /** Undefined removes it. */
    write: (teammateId: string, of: readonly string[], value: unknown, now: number) =>
      change(nameOf(teammateId, of), value, now),
    /** Is every draft stored? Else the browser asks before the page is closed. */
    areStored: () => unstored.size === 0,
    /** Was a draft taken up that an earlier page may have left? */
    areRestored: () => restored.size > 0,
    /** Removes those: a page may fail by one of them. */
    removeRestored(): void {
      for (const name of restored) change(name, undefined);
      restored.clear();
    },
    forgetOld(now: number): void {
      for (const name of storage ? oldIn(storage, now) : []) change(name, undefined);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Rises with each change. */
    changes: () => changes,
  };
}

function browserStorage(): DraftStorage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Of this browser. */
export const drafts = createDrafts(browserStorage());
