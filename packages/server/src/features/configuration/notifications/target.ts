// Where a channel sends: encrypted at rest, checked as it is set, shown without what is secret.
import type { ChannelType, Fault } from '@attune/contract';
import type { Context } from '../../../context.ts';
import { addressFault } from '../../../outbound.ts';
import { readAllowedHosts } from '../../../public-address.ts';

export interface Target {
  readonly url: string;
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

/** What is wrong with where a channel is to send. */
export function validateTarget({ config }: Pick<Context, 'config'>, { url }: Target): Fault[] {
  const detail = addressFault(url, readAllowedHosts(config.webhookAllowedHosts));
  return detail === undefined ? [] : [{ pointer: '/url', detail }];
}

/** The address as far as it is no secret: to know that of Slack or Teams is to be let in. */
export function shownTarget(type: ChannelType, target: Target | undefined): string {
  if (!target) return 'It cannot be opened with this SECRET_KEY: set it again.';
  const { origin, pathname, search } = new URL(target.url);
  if (type !== 'webhook') return `${origin}/…`;
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
