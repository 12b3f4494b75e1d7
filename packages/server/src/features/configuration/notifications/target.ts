// Where a channel sends: encrypted at rest, checked as it is set, shown without what is secret.
import type { ChannelType, Fault } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { isMailAddress } from '../../../mail-config.ts';
import { addressFault } from '../../../outbound.ts';
import { readAllowedHosts } from '../../../public-address.ts';

/** An address of the web, or addresses of mail. */
export type Target = { readonly url: string } | { readonly addresses: readonly string[] };

/** Where a channel is to send, as it is given; what is left out of a change stays. */
export interface Given {
  readonly url?: string | undefined;
  readonly addresses?: readonly string[] | undefined;
}

const purposeOf = (siteId: number) => `notification target ${siteId}`;
const purposeOfSecret = (siteId: number) => `notification secret ${siteId}`;

type Encrypting = Pick<Context, 'secrets'>;

export const encryptTarget = ({ secrets }: Encrypting, siteId: number, target: Target): Buffer =>
  secrets.encrypt(Buffer.from(JSON.stringify(target)), purposeOf(siteId));

/** Undefined where no listed master key opens it. */
export function decryptTarget(
  { secrets }: Encrypting,
  siteId: number,
  sealed: Buffer,
): Target | undefined {
  const opened = secrets.decrypt(sealed, purposeOf(siteId));
  return opened && JSON.parse(opened.toString());
}

export const encryptSecret = ({ secrets }: Encrypting, siteId: number, secret: Buffer): Buffer =>
  secrets.encrypt(secret, purposeOfSecret(siteId));

export const decryptSecret = ({ secrets }: Encrypting, siteId: number, sealed: Buffer) =>
  secrets.decrypt(sealed, purposeOfSecret(siteId));

/** What is wrong with where a channel is to send; what is left out of a change stays. */
export function validateTarget(
  { config }: Pick<Context, 'config'>,
  type: ChannelType,
  { url, addresses }: Given,
): Fault[] {
  if (type === 'email') {
    const wrong = addresses?.flatMap((one, at) => (isMailAddress(one) ? [] : [at])) ?? [];
    return [
      ...when(config.mail === undefined, '/type', 'takes a mail server: set SMTP_URL'),
      ...when(url !== undefined, '/url', 'is for other types: set addresses'),
      ...wrong.flatMap((at) => when(true, `/addresses/${at}`, 'is no e-mail address')),
    ];
  }
  const allowed = readAllowedHosts(config.webhookAllowedHosts);
  const detail = url === undefined ? undefined : addressFault(url, allowed);
  return [
    ...when(addresses !== undefined, '/addresses', 'are for the type email: set url'),
    ...when(detail !== undefined, '/url', String(detail)),
  ];
}

const when = (isWrong: boolean, pointer: string, detail: string): Fault[] =>
  isWrong ? [{ pointer, detail }] : [];

/** What was given of a target; undefined: nothing. */
export function targetOf({ url, addresses }: Given): Target | undefined {
  if (url !== undefined) return { url };
  return addresses && { addresses };
}

/** The address as far as it is no secret: to know that of Slack or Teams is to be let in. */
export function shownTarget(type: ChannelType, target: Target | undefined): string {
  if (!target) return 'It cannot be opened with this SECRET_KEY: set it again.';
  if ('addresses' in target) return target.addresses.join(', ');
  const { origin, pathname, search } = new URL(target.url);
  if (type !== 'webhook') return `${origin}/…`;
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
