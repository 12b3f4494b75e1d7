// Loads the console again where a part of its code is no longer there, and does so once.
import { connection } from '../api/connection.ts';

/** As Chromium, Firefox and Safari call it, and Vite for styles. */
const phrases = [
  'dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
] as const;

/** Could a part of the console not be loaded? */
export function isCodeMissing(error: unknown): boolean {
  return error instanceof Error && phrases.some((phrase) => error.message.includes(phrase));
}

const name = 'attune-reloaded-at';
/** What fails again so soon after a reload will not be mended by another. */
const quietMs = 60_000;

/** Reloads as soon as the server answers, unless that was done a moment ago. */
export function reloadWhenReached(): void {
  if (connection.now() === 'reached') {
    reloadOnce();
    return;
  }
  const stop = connection.subscribe(() => {
    if (connection.now() !== 'reached') return;
    stop();
    reloadOnce();
  });
}

function reloadOnce(): void {
  try {
    const last = Number(sessionStorage.getItem(name) ?? 0);
    if (Date.now() - last < quietMs) return;
    sessionStorage.setItem(name, String(Date.now()));
  } catch {
    // Without a memory it might reload for ever.
    return;
  }
  window.location.reload();
}
