// What becomes of requests whose session has ended: they wait until the teammate is back.

/** Is anybody signed in, as far as this page knows? Then an end is noticed, and no question. */
let isSignedIn = false;
let waiting: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();

function change(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export const sessionEnd = {
  /** Does anything wait for the teammate to sign in again? */
  isAsked: () => waiting !== undefined,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  noteSignedIn(is: boolean): void {
    isSignedIn = is;
  },
  /** Resolves when the request may be sent again (true), or is to fail (false). */
  wait(): Promise<boolean> {
    if (!isSignedIn) return Promise.resolve(false);
    if (!waiting) change(Promise.withResolvers<boolean>());
    return waiting!.promise;
  },
  /** Ends the waiting: the same teammate is signed in again, or has given up. */
  settle(isBack: boolean): void {
    const ended = waiting;
    if (!isBack) isSignedIn = false;
    change(undefined);
    ended?.resolve(isBack);
  },
};
