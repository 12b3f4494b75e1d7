// The experiences of one page: each selector is requested once, those of one moment together.
import type { Chosen } from '../client.ts';
import { type Experience, experienceIn } from './experience.ts';

export interface Page {
  /** Resolves with what was chosen for a selector. */
  readonly load: (selector: string) => Promise<Experience>;
  /** The same, where it is there. */
  readonly peek: (selector: string) => Experience | undefined;
  /** Takes over what a server has chosen. */
  readonly preload: (experiences: readonly Experience[]) => void;
  /** Begins a page: everything is chosen again. */
  readonly begin: () => void;
  /** Calls `listener` when an experience is there, or a page begins. Returns how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface State {
  readonly loaded: Map<string, Experience>;
  readonly loading: Map<string, Promise<Experience>>;
  /** Selectors of the request that goes out when this moment's code has run. */
  next: { readonly selectors: string[]; readonly chosen: Promise<Chosen> } | undefined;
}

const blank = (): State => ({ loaded: new Map(), loading: new Map(), next: undefined });

/** Opens a page. `choose` requests selectors; `onLoaded` sees every experience that comes of it. */
export function openPage(
  choose: (selectors: readonly string[]) => Promise<Chosen>,
  onLoaded: (experience: Experience) => void,
): Page {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  let state = blank();

  function chosenWith(selector: string): Promise<Chosen> {
    const mine = state;
    if (!mine.next) {
      const selectors: string[] = [];
      const chosen = Promise.resolve().then(() => {
        mine.next = undefined;
        return choose(selectors);
      });
      mine.next = { selectors, chosen };
    }
    mine.next.selectors.push(selector);
    return mine.next.chosen;
  }

  async function load(selector: string): Promise<Experience> {
    const mine = state;
    try {
      const experience = experienceIn(await chosenWith(selector), selector);
      mine.loaded.set(selector, experience);
      onLoaded(experience);
      if (mine === state) notify();
      return experience;
    } finally {
      mine.loading.delete(selector);
    }
  }

  return {
    load: (selector) => {
      const { loaded, loading } = state;
      const there = loaded.get(selector);
      if (there) return Promise.resolve(there);
      const started = loading.get(selector) ?? load(selector);
      loading.set(selector, started);
      return started;
    },
    peek: (selector) => state.loaded.get(selector),
    preload: (experiences) => {
      for (const experience of experiences) {
        state.loaded.set(experience.selector, experience);
        onLoaded(experience);
      }
    },
    begin: () => {
      state = blank();
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
