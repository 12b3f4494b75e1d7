// Sessions are found by the hash of their token, so that a reader of the database can use none.
import { createHash } from 'node:crypto';
import type { betterAuth } from 'better-auth';

type Adapter = Awaited<ReturnType<typeof betterAuth>['$context']>['adapter'];
type Where = NonNullable<Parameters<Adapter['findMany']>[0]['where']>;
type Row = Record<string, unknown>;

/** The form in which a session's token is stored. */
const tokenHash = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * An adapter that stores the hashes of sessions' tokens where better-auth passes tokens, and
 * returns the token of the request, since cookies are written from that.
 */
export function withHashedTokens(inner: Adapter): Adapter {
  const hashed = <T extends { model: string; where?: Where | undefined }>(query: T): T =>
    query.model === 'session' && query.where
      ? { ...query, where: query.where.map(hashedCondition) }
      : query;
  const wrapped: Adapter = {
    ...inner,
    create: async (query) => {
      const { token } = query.data as Row;
      if (query.model !== 'session' || typeof token !== 'string') return inner.create(query);
      const made = await inner.create({
        ...query,
        data: { ...query.data, token: tokenHash(token) },
      });
      return { ...made, token } as never;
    },
    findOne: async (query) => withToken(await inner.findOne(hashed(query)), query.where) as never,
    findMany: (query) => inner.findMany(hashed(query)),
    count: (query) => inner.count(hashed(query)),
    update: async (query) => withToken(await inner.update(hashed(query)), query.where) as never,
    updateMany: (query) => inner.updateMany(hashed(query)),
    delete: (query) => inner.delete(hashed(query)),
    deleteMany: (query) => inner.deleteMany(hashed(query)),
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
