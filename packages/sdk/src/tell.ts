// Calls what a program has given us to call: a fault of that is not one of what it is told.

/** Calls a listener, if there is one. What it throws is shown on the console, and stops there. */
export function tell<T>(listener: ((value: T) => void) | undefined, value: T): void {
  try {
    listener?.(value);
  } catch (error) {
    console.error(error);
  }
}
