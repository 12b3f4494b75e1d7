// The audit log: who changed what, in the transaction that changed it.
import type { Db } from '../../db/schema.ts';

export interface AuditEntry {
  readonly siteId: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** What changed; never a key value. */
  readonly details?: unknown;
}

/** Adds an entry; part of the caller's transaction. */
export async function insertAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      site_id: entry.siteId,
      at: entry.at,
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject,
      details: entry.details === undefined ? null : JSON.stringify(entry.details),
    })
    .execute();
}
