// Preview ids: who holds one sees a campaign's draft, whatever its state, for a while.
import { sign, verify } from '../../signing.ts';

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
  salt: Buffer,
  preview: Omit<Preview, 'expiresAt'>,
  now: number,
): { id: string; expiresAt: number } {
  const expiresAt = now + lifetimeMs;
  const { campaignId, experienceId = 0, variationId = 0 } = preview;
  const text = [campaignId, experienceId, variationId, expiresAt].join('_');
  return { id: sign(salt, purpose, text), expiresAt };
}

/** Reads a preview id of the site; undefined when it is not one, or is past its time. */
export function decodePreview(salt: Buffer, id: string, now: number): Preview | undefined {
  const numbers = verify(salt, purpose, id)?.split('_').map(Number);
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
