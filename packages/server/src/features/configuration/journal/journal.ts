// The journal: hypothesis, owner, conclusion and decision of campaigns, and the search of them.
import type { JournalEntryInput, JournalEntryOutput } from '@attune/contract';
import { folded } from '@attune/core';
import type { Context, Who } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { changesBetween, insertAudit } from '../audit/index.ts';
import {
  type ObjectRow,
  readObject,
  selectObjects,
  subjectOf,
} from '../versioned-objects/index.ts';
import { type JournalRow, selectJournal, upsertJournalEntry } from './store.ts';

const campaign = { kind: 'campaign', noun: 'campaign' } as const;
const listedMax = 200;

/** What was written of a campaign; empty where nothing was. Throws `not_found`. */
export async function readJournalEntry(
  { db }: Pick<Context, 'db'>,
  siteId: number,
  id: number,
): Promise<JournalEntryOutput> {
  await readObject(db, siteId, campaign, id);
  const [row] = await selectJournal(db, siteId, id);
  return shown(row);
}

/** Writes it anew; a decision that changes is that of the author. Throws `not_found`. */
export async function writeJournalEntry(
  ctx: Context,
  { siteId, actor }: Who,
  id: number,
  input: JournalEntryInput,
): Promise<JournalEntryOutput> {
  const at = new Date(ctx.now());
  const write = async (tx: Db) => {
    const object = await readObject(tx, siteId, campaign, id);
    const [before] = await selectJournal(tx, siteId, id);
    const isSame = input.decision === (before?.decision ?? null);
    const decided = isSame
      ? { decidedAt: before?.decidedAt ?? null, decidedBy: before?.decidedBy ?? null }
      : input.decision === null
        ? { decidedAt: null, decidedBy: null }
        : { decidedAt: at, decidedBy: actor };
    const row: JournalRow = { campaignId: id, ...input, ...decided, changedAt: at };
    await upsertJournalEntry(tx, siteId, row);
    const details = changesBetween(before && written(before), written(row));
    const action = isSame ? 'campaign.journal' : 'campaign.decide';
    await insertAudit(tx, { siteId, at, actor, action, ...subjectOf(object), details });
    return shown(row);
  };
  return ctx.db.isTransaction ? write(ctx.db) : ctx.db.transaction().execute(write);
}

interface Wanted {
  readonly q?: string;
  readonly decision?: string;
  readonly owner?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The entries that fit, the last changed first. */
export async function listJournal({ db }: Context, siteId: number, wanted: Wanted) {
  const rows = await selectJournal(db, siteId);
  const among = rows.map(({ campaignId }) => campaignId);
  const filter = { among, archived: 'also' as const };
  const page = { after: undefined, limit: Math.max(1, among.length), filter };
  const campaigns = await selectObjects(db, siteId, 'campaign', page);
  const byId = new Map(campaigns.map((row) => [row.id, row]));
  const found = rows.flatMap((row) => {
    const object = byId.get(row.campaignId);
    if (!object) return [];
    const { subject: name } = subjectOf(object);
    return fits(row, name, wanted) ? [{ row, name, object }] : [];
  });
  return found.slice(0, listedMax).map(({ row, name, object }) => ({
    ...{ campaignId: row.campaignId, name, selector: selectorOf(object) },
    ...{ isArchived: object.isArchived, entry: shown(row) },
  }));
}

function fits(row: JournalRow, name: string, { q = '', decision, owner = '', from, to }: Wanted) {
  const day = row.changedAt.toISOString().slice(0, 10);
  const texts = [name, row.hypothesis, row.conclusion];
  return (
    (decision === undefined || decision === (row.decision ?? 'open')) &&
    texts.some((text) => folded(text).includes(folded(q))) &&
    folded(row.owner).includes(folded(owner)) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to)
  );
}

/** Also of one in the archive, where it has another name. */
const selectorOf = ({ body }: ObjectRow) => (JSON.parse(body) as { selector: string }).selector;

const written = ({ hypothesis, owner, conclusion, decision }: JournalRow) => ({
  ...{ hypothesis, owner, conclusion, decision },
});

function shown(row: JournalRow | undefined): JournalEntryOutput {
  if (!row) {
    return {
      ...{ hypothesis: '', owner: '', conclusion: '', decision: null },
      ...{ decidedAt: null, decidedBy: null, changedAt: null },
    };
  }
  return {
    ...written(row),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    changedAt: row.changedAt.toISOString(),
  };
}
