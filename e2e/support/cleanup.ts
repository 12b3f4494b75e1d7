// What has to be undone when the harness ends, however it ends: the last thing made goes first.

type Undo = () => unknown;
const undos: Undo[] = [];

/** Notes how to undo something; returns how to do it before the end. */
export function atEnd(undo: Undo): () => Promise<void> {
  undos.push(undo);
  return async () => {
    const at = undos.lastIndexOf(undo);
    if (at < 0) return;
    undos.splice(at, 1);
    await undo();
  };
}

let ending: Promise<void> | undefined;

/** Undoes everything. What cannot be undone is reported, and does not prevent the rest. */
export function endAll(): Promise<void> {
  // A signal and the end of what it interrupts come at once: both wait for the same.
  ending ??= undoAll().finally(() => {
    ending = undefined;
  });
  return ending;
}

async function undoAll(): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(`Not tidied up: ${(error as Error).message}`);
    }
  }
}

/**
 * Ctrl-C and its like undo everything first; a Ctrl-C under npm comes twice. Gives what tells
 * whether there was one: what fails from then on had something taken away.
 */
export function tidyUpOnSignals(): () => boolean {
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (asked) return;
      asked = true;
      void endAll().finally(() => process.exit(130));
    });
  }
  return () => asked;
}
