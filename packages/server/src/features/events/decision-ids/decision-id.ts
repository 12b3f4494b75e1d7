// Decision ids: all that an engagement needs to be credited, so that no look-up is needed.
import type { SigningKey, SigningKeys } from '../../../signing.ts';
import { decrypt, encrypt } from './encryption.ts';

/** What all decisions of a request have in common. */
export interface RequestRecord {
  readonly userId: string;
  /** The site's configuration revision that decided. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Not served but shown counts: the first impression is the exposure. */
  readonly countsWhenShown: boolean;
  /** Is the user a person, and not only a device? */
  readonly isKnown: boolean;
  /** Unlike that of any other request: 20 hexadecimal digits. The log is searched by it. */
  readonly request: string;
}

/** What was decided of one campaign. */
export interface CampaignDecision {
  readonly campaignId: number;
  /** What it counts for: a device, a person by the device they were first seen on, an account. */
  readonly unit: string;
  /** 0 where no experience applied. */
  readonly experienceId: number;
  /** 0 where nothing was allocated. */
  readonly variationId: number;
  /** Probability with which the variation was given. */
  readonly propensity: number;
  /** 0 where nothing was allocated. */
  readonly allocationVersion: number;
  /** Kept from an earlier exposure, and not drawn. */
  readonly isKept: boolean;
  /** Was it given on demand (preview, test user), so that nothing of it counts? */
  readonly isAskedFor: boolean;
  /** Does the log have what it was made of? */
  readonly isLogged: boolean;
  /** Of the site's own people: it counts for them, and in nothing else. */
  readonly isInternal?: boolean;
  /** The variation was withheld: a visitor cannot click it, but can come to where it would be. */
  readonly isHeldOut?: boolean;
  /** Further variations that were given with it. */
  readonly also?: readonly { readonly id: number; readonly propensity: number }[];
}

export interface DecisionRecord extends RequestRecord, CampaignDecision {}

/**
 * An id is an encrypted record and the place of its decision in it: encryption costs the same for
 * one decision and for four, so that up to four of a request that count for the same share a
 * record. A record is the request, then its decisions, then the variations that the only decision
 * gave besides its own, then the unit where it is not the user.
 */
const mostTogether = 4;
const numberBytes = 6;
const requestNameBytes = 10;
const flagsAt = 8 + 2 * numberBytes + requestNameBytes;
const requestBytes = flagsAt + 1;
const decisionBytes = 4 * numberBytes + 4 + 1;
const unitBytes = 8;
const alsoBytes = numberBytes + 4;
const propensityScale = 1_000_000;

/** Of a request. */
const [shownFlag, knownFlag, alsoFlag, unitFlag] = [1, 2, 4, 8];
/** Of a decision. */
const [keptFlag, heldOutFlag, askedForFlag, loggedFlag, internalFlag] = [1, 2, 4, 8, 16];

const none: NonNullable<CampaignDecision['also']> = [];

/** Ids of a request's decisions, in their order: opaque and authenticated. */
export function encodeDecisions(
  key: SigningKey,
  request: RequestRecord,
  decisions: readonly CampaignDecision[],
): string[] {
  const ids: string[] = [];
  for (let from = 0; from < decisions.length; ) {
    const together = nextTogether(decisions, from);
    const encrypted = encrypt(key, recordOf(request, together, together[0]?.also ?? none));
    for (let place = 0; place < together.length; place += 1) ids.push(encrypted + place);
    from += together.length;
  }
  return ids;
}

/** The next ones that share a record; one that gave several variations has one of its own. */
function nextTogether(decisions: readonly CampaignDecision[], from: number): CampaignDecision[] {
  const next = decisions.slice(from, from + mostTogether);
  const unit = next[0]?.unit;
  const end = next.findIndex((one) => one.also !== undefined || one.unit !== unit);
  return end === -1 ? next : next.slice(0, Math.max(end, 1));
}

function recordOf(
  request: RequestRecord,
  decisions: readonly CampaignDecision[],
  also: NonNullable<CampaignDecision['also']>,
): Buffer {
  const unit = decisions[0]?.unit ?? request.userId;
  const hasUnit = unit !== request.userId;
  const bytes = requestBytes + decisions.length * decisionBytes + also.length * alsoBytes;
  const record = Buffer.allocUnsafe(bytes + (hasUnit ? unitBytes : 0));
  let at = record.writeBigInt64BE(BigInt(request.userId));
  at = record.writeUIntBE(request.revision, at, numberBytes);
  at = record.writeUIntBE(request.time, at, numberBytes);
  at += record.write(request.request, at, requestNameBytes, 'hex');
  const { countsWhenShown, isKnown } = request;
  const ofRequest = (countsWhenShown ? shownFlag : 0) + (isKnown ? knownFlag : 0);
  const flags = ofRequest + (also.length > 0 ? alsoFlag : 0) + (hasUnit ? unitFlag : 0);
  at = record.writeUInt8(flags, at);
  for (const one of decisions) {
    at = record.writeUIntBE(one.campaignId, at, numberBytes);
    at = record.writeUIntBE(one.experienceId, at, numberBytes);
    at = record.writeUIntBE(one.variationId, at, numberBytes);
    at = record.writeUIntBE(one.allocationVersion, at, numberBytes);
    at = record.writeUInt32BE(Math.round(one.propensity * propensityScale), at);
    at = record.writeUInt8(flagsOf(one), at);
  }
  for (const { id, propensity } of also) {
    at = record.writeUIntBE(id, at, numberBytes);
    at = record.writeUInt32BE(Math.round(propensity * propensityScale), at);
  }
  if (hasUnit) record.writeBigInt64BE(BigInt(unit), at);
  return record;
}

function flagsOf(of: CampaignDecision): number {
  const { isKept, isHeldOut, isAskedFor, isLogged, isInternal } = of;
  const result = (isKept ? keptFlag : 0) + (isHeldOut ? heldOutFlag : 0);
  const rest = (isAskedFor ? askedForFlag : 0) + (isLogged ? loggedFlag : 0);
  return result + rest + (isInternal ? internalFlag : 0);
}

/** Reads a decision id of the site whose keys are given; undefined for anything else. */
export function decodeDecision(keys: SigningKeys, id: string): DecisionRecord | undefined {
  if (!/[0-3]$/.test(id)) return undefined;
  const place = Number(id.slice(-1));
  const record = decrypt(keys, id.slice(0, -1));
  if (!record) return undefined;
  const flags = record.readUInt8(flagsAt);
  const hasAlso = (flags & alsoFlag) > 0;
  const end = record.length - ((flags & unitFlag) > 0 ? unitBytes : 0);
  const count = hasAlso ? 1 : (end - requestBytes) / decisionBytes;
  if (place >= count) return undefined;
  const at = requestBytes + place * decisionBytes;
  const number = (from: number) => record.readUIntBE(from, numberBytes);
  const chance = (from: number) => record.readUInt32BE(from) / propensityScale;
  const own = record.readUInt8(at + decisionBytes - 1);
  const also: { id: number; propensity: number }[] = [];
  for (let from = at + decisionBytes; hasAlso && from < end; from += alsoBytes) {
    also.push({ id: number(from), propensity: chance(from + numberBytes) });
  }
  return {
    userId: String(record.readBigInt64BE()),
    unit: String(record.readBigInt64BE(end < record.length ? end : 0)),
    revision: number(8),
    time: number(8 + numberBytes),
    request: record.toString('hex', flagsAt - requestNameBytes, flagsAt),
    countsWhenShown: (flags & shownFlag) > 0,
    isKnown: (flags & knownFlag) > 0,
    campaignId: number(at),
    experienceId: number(at + numberBytes),
    variationId: number(at + 2 * numberBytes),
    allocationVersion: number(at + 3 * numberBytes),
    propensity: chance(at + 4 * numberBytes),
    isKept: (own & keptFlag) > 0,
    isAskedFor: (own & askedForFlag) > 0,
    isLogged: (own & loggedFlag) > 0,
    ...((own & heldOutFlag) > 0 && { isHeldOut: true }),
    ...((own & internalFlag) > 0 && { isInternal: true }),
    ...(hasAlso && { also }),
  };
}
