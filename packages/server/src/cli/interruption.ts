// Ctrl-C while a command is at something long.

/** Ends work between two batches at the first Ctrl-C; the second ends the process. */
export function interruption() {
  const stopping = new AbortController();
  const interrupt = () => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.once(name, interrupt);
  const end = () => {
    for (const name of signals) process.off(name, interrupt);
  };
  return { signal: stopping.signal, end };
}
