// Decision ids: all that an engagement needs to be credited, so that no look-up is needed.
import { open, seal } from './seal.ts';

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
  /** Unlike that of any other request: 20 hexadecimal digits. The log is asked by it. */
  readonly request: string;
}

/** What was decided of one campaign. */
export interface CampaignDecision {
  readonly campaignId: number;
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
  /** Was it given because it was asked for, so that nothing of it counts? */
  readonly isPreview: boolean;
  /** Does the log have what it was made of? */
  readonly isLogged: boolean;
}

/** Ids made by the releases before say nothing of the request. */
export interface DecisionRecord extends Omit<RequestRecord, 'request'>, CampaignDecision {
  readonly request: string | undefined;
}

/**
 * An id is sealed bytes (the counter that they are encrypted from, then what is encrypted), their
 * code, and the place of its decision in them. Sealing costs the same for one decision and for
 * four, so that up to four of a request share it.
 */
const mostTogether = 4;
const numberBytes = 6;
const requestBytes = 8 + 2 * numberBytes + 1;
const decisionBytes = 4 * numberBytes + 4 + 1;
/** Last, where releases that do not know it look for nothing: the request, flags of decisions. */
const requestNameBytes = 10;
const propensityScale = 1_000_000;
const shownFlag = 1;
const knownFlag = 2;
const previewFlag = 1;
const loggedFlag = 2;

/** Ids of a request's decisions, in their order: opaque, authenticated, at most 247 characters. */
export function encodeDecisions(
  salt: Buffer,
  request: RequestRecord,
  decisions: readonly CampaignDecision[],
): string[] {
  const ids: string[] = [];
  for (let from = 0; from < decisions.length; from += mostTogether) {
    const together = decisions.slice(from, from + mostTogether);
    const sealed = seal(salt, plainOf(request, together));
    for (let place = 0; place < together.length; place += 1) ids.push(sealed + place);
  }
  return ids;
}

function plainOf(request: RequestRecord, decisions: readonly CampaignDecision[]): Buffer {
  const bytes = requestBytes + decisions.length * (decisionBytes + 1) + requestNameBytes;
  const plain = Buffer.alloc(bytes);
  let at = plain.writeBigInt64BE(BigInt(request.userId));
  at = plain.writeUIntBE(request.revision, at, numberBytes);
  at = plain.writeUIntBE(request.time, at, numberBytes);
  const { countsWhenShown, isKnown } = request;
  at = plain.writeUInt8((countsWhenShown ? shownFlag : 0) + (isKnown ? knownFlag : 0), at);
  for (const one of decisions) {
    at = plain.writeUIntBE(one.campaignId, at, numberBytes);
    at = plain.writeUIntBE(one.experienceId, at, numberBytes);
    at = plain.writeUIntBE(one.variationId, at, numberBytes);
    at = plain.writeUIntBE(one.allocationVersion, at, numberBytes);
    at = plain.writeUInt32BE(Math.round(one.propensity * propensityScale), at);
    at = plain.writeUInt8(one.isKept ? 1 : 0, at);
  }
  at += plain.write(request.request, at, 'hex');
  for (const { isPreview, isLogged } of decisions) {
    at = plain.writeUInt8((isPreview ? previewFlag : 0) + (isLogged ? loggedFlag : 0), at);
  }
  return plain;
}

/** Reads a decision id of the site whose salt is given; undefined for anything else. */
export function decodeDecision(salt: Buffer, id: string): DecisionRecord | undefined {
  const place = '0123'.indexOf(id.slice(-1));
  const plain = open(salt, id.slice(0, -1));
  const count = plain ? Math.floor((plain.length - requestBytes) / decisionBytes) : 0;
  if (!plain || place < 0 || id === '' || place >= count) return undefined;
  const nameAt = requestBytes + count * decisionBytes;
  const flags = plain.readUInt8(requestBytes - 1);
  const at = requestBytes + place * decisionBytes;
  const isNamed = nameAt < plain.length;
  const ownFlags = isNamed ? plain.readUInt8(nameAt + requestNameBytes + place) : 0;
  const number = (from: number) => plain.readUIntBE(from, numberBytes);
  return {
    userId: String(plain.readBigInt64BE()),
    revision: number(8),
    time: number(8 + numberBytes),
    countsWhenShown: (flags & shownFlag) > 0,
    isKnown: (flags & knownFlag) > 0,
    campaignId: number(at),
    experienceId: number(at + numberBytes),
    variationId: number(at + 2 * numberBytes),
    allocationVersion: number(at + 3 * numberBytes),
    propensity: plain.readUInt32BE(at + 4 * numberBytes) / propensityScale,
    isKept: plain.readUInt8(at + decisionBytes - 1) === 1,
    isPreview: (ownFlags & previewFlag) > 0,
    isLogged: (ownFlags & loggedFlag) > 0,
    request: isNamed ? plain.toString('hex', nameAt, nameAt + requestNameBytes) : undefined,
  };
}
