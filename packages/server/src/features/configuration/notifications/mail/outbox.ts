// Mails with a link in them: encrypted while they wait, and removed once they are sent.
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { newMessageId } from '../notify.ts';
import { insertMail } from '../outbox/store.ts';
import type { Letter } from './letter.ts';

const purposeOf = (siteId: number) => `mail ${siteId}`;

export interface MailRequest {
  readonly siteId: number;
  readonly to: string;
  /** In the list of what was sent: `invitation`. */
  readonly kind: string;
  readonly letter: Letter;
  /** When its link has ended. */
  readonly goodUntil: Date;
}

/** Does the node send mails? Where not, links are shown to the person who made them. */
export const sendsMails = ({ config }: Pick<Context, 'config'>): boolean =>
  config.mail !== undefined;

/** Puts a mail into the outbox, in the transaction of what it is about. */
export async function sendMail(
  { secrets, now }: Pick<Context, 'secrets' | 'now'>,
  tx: Db,
  { siteId, to, kind, letter, goodUntil }: MailRequest,
): Promise<void> {
  const mail = secrets.encrypt(Buffer.from(JSON.stringify(letter)), purposeOf(siteId));
  const at = new Date(now());
  await insertMail(tx, siteId, { messageId: newMessageId(), type: kind, mail, to, at, goodUntil });
}

/** A mail that waits; undefined where the master key does not open it. */
export function openMail(
  { secrets }: Pick<Context, 'secrets'>,
  siteId: number,
  encrypted: Buffer,
): Letter | undefined {
  const opened = secrets.decrypt(encrypted, purposeOf(siteId));
  return opened && JSON.parse(opened.toString());
}
