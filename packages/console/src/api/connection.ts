// Whether the server can be reached: asked of it every moment, and after every request that failed.

/** `offline`: the browser has no network. `unreachable`: it has, and the server does not answer. */
export type Connection = 'reached' | 'offline' | 'unreachable';

/** People are told within two seconds. */
const everyMs = 1_500;
/** A server that is busy may take this long. */
const patienceMs = 5_000;
/** Small, and there without a session. */
const address = '/console/';

let now: Connection = 'reached';
let isLooking = false;
const listeners = new Set<() => void>();

function change(next: Connection): void {
  if (next === now) return;
  now = next;
  for (const listener of listeners) listener();
}

/** Asks the server for next to nothing; any answer of its own will do. */
async function look(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const { ok } = await fetch(address, { method: 'HEAD', cache: 'no-store', signal });
    change(ok ? 'reached' : 'unreachable');
  } catch {
    change(navigator.onLine ? 'unreachable' : 'offline');
  } finally {
    isLooking = false;
  }
}

export const connection = {
  now: () => now,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** A request was not answered: is it the server, or that request? */
  noteFailure: () => void look(),
};

/** Watches from now on, while the page is looked at. */
export function watchConnection(): void {
  const lookIfSeen = () => void (document.hidden || look());
  setInterval(lookIfSeen, everyMs);
  window.addEventListener('offline', () => change('offline'));
  window.addEventListener('online', look);
  document.addEventListener('visibilitychange', lookIfSeen);
}
