// Sessions are found by the hash of their token, so that a reader of the database can use none.
import { createHash } from 'node:crypto';
import type { betterAuth } from 'better-auth';

type Adapter = Awaited<ReturnType<typeof betterAuth>['$context']>['adapter'];
type Where = NonNullable<Parameters<Adapter['findMany']>[0]['where']>;
type Row = Record<string, unknown>;

/** The form in which a session's token is stored. */
const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * An adapter that stores the hashes of sessions' tokens where better-auth gives tokens, and gives
 * back the token that it was asked for, since cookies are written from that.
 */
export function withHashedTokens(inner: Adapter): Adapter {
  const hashed = <T extends { model: string; where?: Where | undefined }>(asked: T): T =>
    asked.model === 'session' && asked.where
      ? { ...asked, where: asked.where.map(hashedCondition) }
      : asked;
  const wrapped: Adapter = {
    ...inner,
    create: async (asked) => {
      const { token } = asked.data as Row;
      if (asked.model !== 'session' || typeof token !== 'string') return inner.create(asked);
      const made = await inner.create({
        ...asked,
        data: { ...asked.data, token: tokenHash(token) },
      });
      return { ...made, token } as never;
    },
    findOne: async (asked) => withToken(await inner.findOne(hashed(asked)), asked.where) as never,
    findMany: (asked) => inner.findMany(hashed(asked)),
    count: (asked) => inner.count(hashed(asked)),
    update: async (asked) => withToken(await inner.update(hashed(asked)), asked.where) as never,
    updateMany: (asked) => inner.updateMany(hashed(asked)),
    delete: (asked) => inner.delete(hashed(asked)),
    deleteMany: (asked) => inner.deleteMany(hashed(asked)),
    transaction: (work) => work(wrapped),
  };
  return wrapped;
}

function hashedCondition(condition: Where[number]): Where[number] {
  const { field, value } = condition;
  if (field !== 'token') return condition;
  if (Array.isArray(value)) return { ...condition, value: value.map((one) => tokenHash(`${one}`)) };
  return { ...condition, value: tokenHash(String(value)) };
}

function withToken(row: unknown, where: Where): unknown {
  const token = where.find(({ field }) => field === 'token')?.value;
  return row && token !== undefined ? { ...row, token } : row;
}
