// Changing the members of a list: every name is checked before any of it counts.
import type { Fault, MemberInput, MembersChangedOutput } from '@attune/contract';
import { type Identifier, identifierForm, normaliseIdentifier } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Context, SiteSnapshot, Who } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import type { FileLine } from '../../catalog/feeds/index.ts';
import { insertAudit } from '../../configuration/audit/index.ts';
import { readObject } from '../../configuration/versioned-objects/index.ts';
import { checkSomebody } from '../identity/index.ts';
import { applyStaged, countStaged, createStage, lockList, stageNames, userType } from './store.ts';

/** The most that a list may name. */
const mostMembers = 1_000_000;
const batchSize = 5_000;
/** So many errors are listed; an input with more of them has one cause. */
const mostErrors = 100;

type Types = Pick<SiteSnapshot, 'identifierTypes'>;

export interface Target {
  readonly who: Who;
  readonly snapshot: Types;
  readonly audienceId: number;
}

/** Rows that are to be on a list or off it, and how an error of one is pointed at. */
export interface Rows {
  readonly isAdded: boolean;
  readonly rows: AsyncIterable<FileLine> | Iterable<FileLine>;
  readonly pointerOf: (line: number) => string;
}

/** Members of a JSON body as rows; `name` is the body's member with the list. */
export function rowsOf(name: string, members: readonly MemberInput[], isAdded: boolean): Rows {
  const rows = members.map((row, at) => ({ line: at + 1, row }));
  return { isAdded, rows, pointerOf: (line) => `/${name}/${line - 1}` };
}

/**
 * Changes a list, or with `isWhole` replaces it: all of it or nothing, in one transaction. Nodes
 * are notified. Throws `not_found`, `conflict` for an audience that is no list, `invalid_request`.
 */
export async function changeList(
  ctx: Context,
  { who, snapshot, audienceId }: Target,
  parts: readonly Rows[],
  isWhole: boolean,
): Promise<MembersChangedOutput> {
  const { siteId, actor } = who;
  const key = { siteId, audienceId };
  await requireList(ctx.db, siteId, audienceId);
  return ctx.db.transaction().execute(async (tx) => {
    await createStage(tx);
    const errors: Fault[] = [];
    for (const part of parts) await stage(tx, snapshot, part, errors);
    refuseInvalid(errors);
    const staged = await countStaged(tx);
    const at = new Date(ctx.now());
    const before = await lockList(tx, key, at);
    // A concurrent deletion of the audience is done by now, or waits for the lock.
    const name = await requireList(tx, siteId, audienceId);
    const { added, removed } = await applyStaged(tx, key, isWhole, at);
    const members = before + added - removed;
    if (members > mostMembers || staged > mostMembers) {
      const detail = `names more than ${mostMembers}`;
      refuseInvalid([{ pointer: '', detail }]);
    }
    const details = { members, added, removed };
    await insertAudit(tx, {
      siteId,
      at,
      actor,
      action: 'audience.members',
      subject: name,
      subjectId: String(audienceId),
      details,
    });
    return details;
  });
}

/** The name of a list. Throws `not_found`, or `conflict` for another kind of audience. */
async function requireList(db: Db, siteId: number, id: number): Promise<string> {
  const kind = { kind: 'audience', noun: 'audience' } as const;
  const { name, body } = await readObject(db, siteId, kind, id);
  if ((JSON.parse(body) as { kind?: string }).kind === 'list') return name;
  throw new ApiError(
    'conflict',
    `The audience "${name}" is a condition; only one of kind "list" has members.`,
  );
}

async function stage(
  tx: Db,
  types: Types,
  { rows, isAdded, pointerOf }: Rows,
  errors: Fault[],
): Promise<void> {
  let batch: Identifier[] = [];
  let count = 0;
  for await (const line of rows) {
    const pointer = pointerOf(line.line);
    const found =
      'fault' in line ? [{ pointer, detail: line.fault }] : readMember(types, line.row, pointer);
    if (Array.isArray(found)) {
      errors.push(...found);
      if (errors.length >= mostErrors) refuseInvalid(errors);
    } else batch.push(found);
    count += 1;
    // Twice over, for names that stand there twice.
    if (count > 2 * mostMembers)
      refuseInvalid([{ pointer: '', detail: `names more than ${mostMembers}` }]);
    if (batch.length < batchSize) continue;
    await stageNames(tx, batch, isAdded);
    batch = [];
  }
  if (batch.length > 0) await stageNames(tx, batch, isAdded);
}

/** A member's name as it is stored, or what is wrong with it. Values are never repeated. */
function readMember(types: Types, row: unknown, pointer: string): Identifier | Fault[] {
  const { cuid, cuidType, userId, ...others } = Object(row) as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined)
    return [{ pointer: `${pointer}`, detail: 'has only cuid and cuidType, or userId' }];
  if (userId !== undefined && cuid === undefined && cuidType === undefined) {
    return readUserId(userId, `${pointer}/userId`);
  }
  if (typeof cuid !== 'string' || typeof cuidType !== 'string' || userId !== undefined) {
    return [{ pointer, detail: 'must have cuid and cuidType, as strings, or userId' }];
  }
  const errors = checkSomebody(types, cuidType, cuid, {
    type: `${pointer}/cuidType`,
    value: `${pointer}/cuid`,
  });
  if (errors.length > 0) return errors;
  const isStorable = cuid.isWellFormed() && !cuid.includes('\0');
  if (!isStorable)
    return [{ pointer: `${pointer}/cuid`, detail: 'holds U+0000 or a lone surrogate' }];
  return normaliseIdentifier({ type: cuidType, value: cuid });
}

function readUserId(value: unknown, pointer: string): Identifier | Fault[] {
  const given = typeof value === 'string' ? identifierForm(value) : '';
  const text = /^-?[1-9][0-9]{0,18}$/.test(given) ? given : '0';
  const isFit = text !== '0' && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
  return isFit
    ? { type: userType, value: text }
    : [{ pointer, detail: 'must be a signed 64-bit integer as a string' }];
}
