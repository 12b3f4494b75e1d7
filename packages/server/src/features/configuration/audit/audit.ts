// Reading the audit log: a page of a site's entries, the latest first.
import {
  auditedKinds,
  consoleApi,
  type Fault,
  kindsReadBy,
  type Membership,
  readerOf,
} from '@attune/contract';
import { folded, parseInstant } from '@attune/core';
import { ApiError } from '../../../api-error.ts';
import type { Context } from '../../../context.ts';
import { type AuditFilter, type AuditRow, selectAudit, selectAudited } from './store.ts';

/** A query as it comes; what is absent or empty does not filter. */
export interface AuditQuery {
  readonly cursor?: string;
  readonly limit?: string;
  /** What it is about, with commas between: `campaign,audience`. */
  readonly kinds?: string;
  /** The id of one thing, of one kind. */
  readonly subjectId?: string;
  /** In whose name or address this is, whatever the case. */
  readonly actor?: string;
  /** What the action begins with: `key.` or `key.create`. */
  readonly action?: string;
  /** What the subject has in it, whatever the case. */
  readonly search?: string;
  /** RFC 3339; from is included, to is not. */
  readonly from?: string;
  readonly to?: string;
}

const usualLimit = 50;

/**
 * A page of the entries that a teammate reads, and the cursor of the next. Throws `invalid_query`
 * with every error, or `role_missing` for a kind that another role reads.
 */
export async function listAudit(
  ctx: Pick<Context, 'db'>,
  { siteId, membership }: { readonly siteId: number; readonly membership: Membership },
  query: AuditQuery,
): Promise<{ entries: AuditRow[]; next: string | null }> {
  const limit = Number(query.limit ?? usualLimit);
  const { actor, search } = query;
  const filter: AuditFilter = {
    ...readFilter(query),
    kinds: readKinds(query, membership),
    actors: actor ? await withText(ctx.db, siteId, 'actor', actor) : undefined,
    subjects: search ? await withText(ctx.db, siteId, 'subject', search) : undefined,
  };
  const rows = await selectAudit(ctx.db, siteId, { ...filter, limit: limit + 1 });
  const entries = rows.slice(0, limit);
  return { entries, next: rows.length > limit ? entries.at(-1)!.id : null };
}

/** Those actors or subjects that have a text in them. */
async function withText(
  db: Context['db'],
  siteId: number,
  column: 'actor' | 'subject',
  text: string,
): Promise<string[]> {
  const all = await selectAudited(db, siteId, column);
  return all.filter((one) => folded(one).includes(folded(text)));
}

/** Undefined: whatever an entry is about. */
function readKinds({ kinds = '' }: AuditQuery, membership: Membership) {
  const readable = kindsReadBy(membership, consoleApi);
  if (kinds === '') return readable.length === auditedKinds.length ? undefined : readable;
  const wanted = kinds.split(',').map((name) => {
    const kind = auditedKinds.find((one) => one === name);
    if (kind) return kind;
    const fault = faultOf('kinds', `"${name}" is none of ${auditedKinds.join(', ')}`);
    throw new ApiError('invalid_query', `kinds: ${fault.detail}.`, { errors: [fault] });
  });
  const closed = wanted.find((kind) => !readable.includes(kind));
  if (closed === undefined) return wanted;
  const role = readerOf(closed, consoleApi);
  const detail = `Entries about ${closed} take the role ${role}; an Admin can give it.`;
  throw new ApiError('role_missing', detail);
}

type Plain = Omit<AuditFilter, 'actors' | 'subjects' | 'kinds'>;

function readFilter({ cursor, kinds = '', subjectId, action, from, to }: AuditQuery): Plain {
  const errors: Fault[] = [];
  if (subjectId && !/^[a-z-]+$/.test(kinds)) {
    errors.push(faultOf('kinds', 'must name the kind of the thing that subjectId names'));
  }
  const time = (name: string, given: string | undefined) => {
    if (!given) return undefined;
    const at = parseInstant(given);
    if (at === undefined) errors.push(faultOf(name, 'must be a time: 2026-01-31T08:00:00Z'));
    return at === undefined ? undefined : new Date(at);
  };
  const filter = {
    before: cursor,
    subjectId: subjectId || undefined,
    action: action || undefined,
    from: time('from', from),
    to: time('to', to),
  };
  if (errors.length === 0) return filter;
  const named = errors.map(({ pointer, detail }) => `${pointer.slice(7)} ${detail}`).join('; ');
  throw new ApiError('invalid_query', `The query is not valid: ${named}.`, { errors });
}

const faultOf = (name: string, detail: string): Fault => ({ pointer: `/query/${name}`, detail });
