// Work that ends in time, whatever it waits for.

/**
 * Resolves as `work` does; rejects with what `expired` makes after some time, or with the reason of
 * the caller's signal. `work` is told by its signal, and no longer waited for.
 */
export async function within<T>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  expired: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let end = (_reason: unknown): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = (reason) => {
      reject(reason);
      controller.abort(reason);
    };
  });
  const timer = setTimeout(() => end(expired()), milliseconds);
  const cancel = () => end(caller?.reason);
  if (caller?.aborted) cancel();
  caller?.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([ended, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', cancel);
  }
}

/** Resolves after some time; rejects when the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      failed(signal.reason);
    });
  });
}
