// One attempt to deliver what waits in the outbox: to the address of a channel, or as a mail.
import type { Context } from '../../../context.ts';
import { readAllowedHosts } from '../../../public-address.ts';
import { type Letter, writeLetter } from './mail/letter.ts';
import { openMail } from './mail/outbox.ts';
import { handOver } from './mail/transport.ts';
import type { DeliveryRow } from './outbox/store.ts';
import { type Outcome, post } from './post.ts';
import { sentenceOf } from './sentences.ts';
import { bodyFor } from './shapes.ts';
import { signatureHeaders } from './signature.ts';
import { type ChannelRow, selectChannel } from './store.ts';
import { decryptSecret, decryptTarget } from './target.ts';

const failed = (detail: string, isFinal = false): Outcome => ({
  ...{ isDelivered: false, detail, isFinal },
});

/** Tries to deliver. Rejects where the node stops meanwhile. */
export async function attempt(
  ctx: Context,
  due: DeliveryRow,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { siteId, channelId } = due;
  if (channelId === null) return mailAlone(ctx, due);
  const channel = await selectChannel(ctx.db, siteId, channelId);
  if (!channel) return failed('The channel was deleted.', true);
  const target = decryptTarget(ctx, siteId, channel.sealedTarget);
  const secrets = secretsOf(ctx, siteId, channel);
  if (!target || !secrets) {
    return failed('Its address or secret cannot be opened with this SECRET_KEY: set it again.');
  }
  const shown = shownMessage(ctx, due);
  if ('addresses' in target) {
    return mail(ctx, due, { to: target.addresses, letter: letterOf(channel, shown) });
  }
  const body = bodyFor[channel.type as keyof typeof bodyFor](shown);
  const timestamp = Math.floor(ctx.now() / 1_000);
  const signed = { id: due.messageId, timestamp, body };
  const headers = secrets.length > 0 ? signatureHeaders(secrets, signed) : {};
  const allowed = readAllowedHosts(ctx.config.webhookAllowedHosts);
  return post({ url: target.url, headers, body, allowed, stopping });
}

type Shown = ReturnType<typeof shownMessage>;

/** A message as people read it, with the address of the page that shows more. */
function shownMessage(ctx: Context, { siteId, message }: DeliveryRow) {
  const { name: siteName = '' } = ctx.snapshots.site(siteId)?.site ?? {};
  const { text, path } = sentenceOf(JSON.parse(message));
  const { publicUrl } = ctx.config;
  const url = publicUrl && `${publicUrl}/console/${siteName}/${path}`;
  return { siteName, text, url, message };
}

function letterOf({ name }: ChannelRow, { siteName, text, url }: Shown): Letter {
  return {
    subject: `${siteName}: ${text}`,
    paragraphs: [text],
    link: url === undefined ? undefined : { label: 'Open in Attune', url },
    reason: `You get this mail from Attune because of the notification channel “${name}”.`,
  };
}

async function mailAlone(ctx: Context, due: DeliveryRow): Promise<Outcome> {
  const { siteId, encryptedMail, recipient, goodUntil } = due;
  if (goodUntil && goodUntil.getTime() <= ctx.now()) return failed('Its link has ended.', true);
  const letter = encryptedMail && openMail(ctx, siteId, encryptedMail);
  if (!letter) return failed('It cannot be opened with this SECRET_KEY.', true);
  return mail(ctx, due, { to: [recipient], letter });
}

async function mail(
  { config }: Context,
  { messageId }: DeliveryRow,
  { to, letter }: { readonly to: readonly string[]; readonly letter: Letter },
): Promise<Outcome> {
  if (!config.mail) return failed('There is no mail server: set SMTP_URL.');
  return handOver(config.mail, { ...writeLetter(letter), to, messageId });
}

/** What signs a channel's messages; undefined where the master key does not open it. */
function secretsOf(
  ctx: Context,
  siteId: number,
  { sealedSecret, sealedOldSecret, oldSecretUntil }: ChannelRow,
): Buffer[] | undefined {
  if (!sealedSecret) return [];
  const secret = decryptSecret(ctx, siteId, sealedSecret);
  const isOldGood = oldSecretUntil !== null && oldSecretUntil.getTime() > ctx.now();
  const old = isOldGood && sealedOldSecret && decryptSecret(ctx, siteId, sealedOldSecret);
  return secret && [secret, ...(old ? [old] : [])];
}
