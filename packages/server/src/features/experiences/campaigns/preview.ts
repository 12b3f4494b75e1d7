// Preview ids: a visitor who has one sees a campaign's draft, whatever its state, for a while.
import type { Fault } from '@attune/contract';
import { refuseInvalid } from '../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../context.ts';
import {
  type SigningKey,
  type SigningKeys,
  secretsOf,
  sign,
  signingKeyAt,
  verify,
} from '../../../signing.ts';
import { readObject } from '../../configuration/versioned-objects/index.ts';
import { campaignKind } from './accept.ts';
import { definitionOf, type StoredCampaign } from './stored.ts';

const purpose = 'preview';
const lifetimeMs = 7 * 24 * 3600 * 1000;

export interface Preview {
  readonly campaignId: number;
  readonly experienceId: number | undefined;
  readonly variationId: number | undefined;
  readonly expiresAt: number;
}

/** Makes a preview id that is good for 7 days from `now`. */
export function encodePreview(
  { secret }: SigningKey,
  preview: Omit<Preview, 'expiresAt'>,
  now: number,
): { id: string; expiresAt: number } {
  const expiresAt = now + lifetimeMs;
  const { campaignId, experienceId = 0, variationId = 0 } = preview;
  const text = [campaignId, experienceId, variationId, expiresAt].join('_');
  return { id: sign(secret, purpose, text), expiresAt };
}

/** Reads a preview id of the site; undefined when it is not one, or is past its time. */
export function decodePreview(keys: SigningKeys, id: string, now: number): Preview | undefined {
  const numbers = verify(secretsOf(keys), purpose, id)?.split('_').map(Number);
  if (numbers?.length !== 4) return undefined;
  const [campaignId, experienceId, variationId, expiresAt] = numbers as [
    number,
    number,
    number,
    number,
  ];
  if (expiresAt <= now) return undefined;
  return {
    campaignId,
    experienceId: experienceId || undefined,
    variationId: variationId || undefined,
    expiresAt,
  };
}

/** Makes a preview id of a campaign's draft. Throws `not_found` or `invalid_request`. */
export async function previewCampaign(
  ctx: Context,
  { site, signingKeys }: Pick<SiteSnapshot, 'site' | 'signingKeys'>,
  id: number,
  part: { experienceId?: number; variationId?: number },
): Promise<{ previewId: string; expiresAt: string }> {
  const row = await readObject(ctx.db, site.id, campaignKind, id);
  const { experienceId, variationId } = part;
  refuseInvalid(validatePart(definitionOf(row.body), experienceId, variationId));
  const now = ctx.now();
  const shown = { campaignId: id, experienceId, variationId };
  const preview = encodePreview(signingKeyAt(signingKeys, now), shown, now);
  return { previewId: preview.id, expiresAt: new Date(preview.expiresAt).toISOString() };
}

function validatePart(
  { experiences }: StoredCampaign,
  experienceId: number | undefined,
  variationId: number | undefined,
): Fault[] {
  const among = experiences.filter(({ id }) => experienceId === undefined || id === experienceId);
  if (among.length === 0) {
    return [{ pointer: '/experienceId', detail: 'is not an experience of the campaign' }];
  }
  const isKnown = among.some(({ variations }) => variations.some(({ id }) => id === variationId));
  return variationId === undefined || isKnown
    ? []
    : [{ pointer: '/variationId', detail: 'is not a variation of the campaign' }];
}
