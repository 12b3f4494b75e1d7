// Routes of the journal.
import { api } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { type ManageRoute, manageRoute } from '../../../http/manage-route.ts';
import { listJournal, readJournalEntry, writeJournalEntry } from './journal.ts';

/** Routes of the journal. */
export function journalRoutes(ctx: Context): ManageRoute[] {
  return [
    manageRoute(api.readJournalEntry, async ({ who, params }) => ({
      status: 200,
      body: await readJournalEntry(ctx, who.siteId, Number(params.id)),
    })),
    manageRoute(api.replaceJournalEntry, async ({ who, params, body }) => ({
      status: 200,
      body: await writeJournalEntry(ctx, who, Number(params.id), body),
    })),
    manageRoute(api.listJournal, async ({ who, query }) => ({
      status: 200,
      body: { items: await listJournal(ctx, who.siteId, query) },
    })),
  ];
}
