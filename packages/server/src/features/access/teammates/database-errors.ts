// What the database threw within better-auth, which takes it for an answer of its own: for a
// session that is not there, a wrong password, or an error that says nothing.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { betterAuth } from 'better-auth';

type Adapter = Awaited<ReturnType<typeof betterAuth>['$context']>['adapter'];

interface Noted {
  error?: unknown;
}

const within = new AsyncLocalStorage<Noted>();

type Method = (...given: never[]) => Promise<unknown>;

const noting =
  (method: Method): Method =>
  async (...given) => {
    try {
      return await method(...given);
    } catch (error) {
      const noted = within.getStore();
      if (noted) noted.error ??= error;
      throw error;
    }
  };

/** An adapter whose errors `throwingDatabaseErrors` throws. */
export function notingErrors(inner: Adapter): Adapter {
  const members = Object.entries(inner).map(([name, member]) => [
    name,
    typeof member === 'function' ? noting(member as Method) : member,
  ]);
  return Object.fromEntries(members);
}

/** Calls better-auth. Throws the first error of the database, whatever has become of it. */
export async function throwingDatabaseErrors<T>(call: () => Promise<T>): Promise<T> {
  const noted: Noted = {};
  const [outcome] = await Promise.allSettled([within.run(noted, call)]);
  if (noted.error !== undefined) throw noted.error;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
