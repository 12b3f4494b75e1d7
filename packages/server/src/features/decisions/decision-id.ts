// Decision ids: all that an engagement needs to be credited, so that no look-up is needed.
import { sign, verify } from '../../signing.ts';

export interface DecisionRecord {
  readonly userId: string;
  readonly campaignId: number;
  /** 0 where no experience applied. */
  readonly experienceId: number;
  /** 0 where nothing was allocated. */
  readonly variationId: number;
  /** The site's configuration revision that decided. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Probability with which the variation was given. */
  readonly propensity: number;
  /** Not served but shown counts: the first impression is the exposure. */
  readonly countsWhenShown: boolean;
  /** Is the user a person, and not only a device? */
  readonly isKnown: boolean;
}

const purpose = 'decision';
const propensityScale = 1_000_000;
const shownFlag = 1;
const knownFlag = 2;

/** A decision as an opaque, authenticated text of about 70 characters. */
export function encodeDecision(salt: Buffer, record: DecisionRecord): string {
  const numbers = [
    BigInt(record.userId),
    record.campaignId,
    record.experienceId,
    record.variationId,
    record.revision,
    record.time,
    Math.round(record.propensity * propensityScale),
    (record.countsWhenShown ? shownFlag : 0) + (record.isKnown ? knownFlag : 0),
  ];
  return sign(salt, purpose, numbers.map((number) => number.toString(36)).join('_'));
}

/** Reads a decision id of the site whose salt is given; undefined for anything else. */
export function decodeDecision(salt: Buffer, id: string): DecisionRecord | undefined {
  const text = verify(salt, purpose, id);
  const parts = text?.split('_');
  if (parts?.length !== 8) return undefined;
  const [user, ...rest] = parts as [string, ...string[]];
  const [campaignId, experienceId, variationId, revision, time, propensity, flags] = rest.map(
    (part) => Number.parseInt(part, 36),
  ) as [number, number, number, number, number, number, number];
  return {
    userId: bigintOf36(user),
    campaignId,
    experienceId,
    variationId,
    revision,
    time,
    propensity: propensity / propensityScale,
    countsWhenShown: (flags & shownFlag) > 0,
    isKnown: (flags & knownFlag) > 0,
  };
}

function bigintOf36(text: string): string {
  const digits = text.replace('-', '');
  let value = 0n;
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return String(text.startsWith('-') ? -value : value);
}
