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
  /** Was it given because it was asked for (preview, test user), so that nothing of it counts? */
  readonly isAskedFor: boolean;
  /** Does the log have what it was made of? */
  readonly isLogged: boolean;
  /** The variation was withheld: a visitor cannot click it, but can come to where it would be. */
  readonly isHeldOut?: boolean;
  /** Further variations that were given with it. */
  readonly also?: readonly { readonly id: number; readonly propensity: number }[];
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
/** One decision, and after it the variations that were given with its own. */
const alsoFlag = 4;
const alsoBytes = numberBytes + 4;
const keptFlag = 1;
/**
 * The withheld variation stands in the experience's place, and none in its own: who does not know
 * of holdouts credits nothing.
 */
const heldOutFlag = 2;
const askedForFlag = 1;
const loggedFlag = 2;

const none: NonNullable<CampaignDecision['also']> = [];

/** Ids of a request's decisions, in their order: opaque, authenticated, at most 420 characters. */
export function encodeDecisions(
  salt: Buffer,
  request: RequestRecord,
  decisions: readonly CampaignDecision[],
): string[] {
  const ids: string[] = [];
  for (let from = 0; from < decisions.length; ) {
    const together = nextTogether(decisions, from);
    const also = together[0]?.also ?? none;
    const each = together.length * (decisionBytes + 1) + also.length * alsoBytes;
    const sealed = seal(salt, requestBytes + each + requestNameBytes, (into, at) =>
      writePlain(into, at, request, together, also),
    );
    for (let place = 0; place < together.length; place += 1) ids.push(sealed + place);
    from += together.length;
  }
  return ids;
}

/** The next ones that share a text; one that gave several variations has a text of its own. */
function nextTogether(decisions: readonly CampaignDecision[], from: number): CampaignDecision[] {
  const next = decisions.slice(from, from + mostTogether);
  const several = next.findIndex(({ also }) => also !== undefined);
  return several === -1 ? next : next.slice(0, Math.max(several, 1));
}

function writePlain(
  plain: Buffer,
  from: number,
  request: RequestRecord,
  decisions: readonly CampaignDecision[],
  also: NonNullable<CampaignDecision['also']>,
): void {
  let at = plain.writeBigInt64BE(BigInt(request.userId), from);
  at = plain.writeUIntBE(request.revision, at, numberBytes);
  at = plain.writeUIntBE(request.time, at, numberBytes);
  const { countsWhenShown, isKnown } = request;
  const flags = (countsWhenShown ? shownFlag : 0) + (isKnown ? knownFlag : 0);
  at = plain.writeUInt8(flags + (also.length > 0 ? alsoFlag : 0), at);
  for (const one of decisions) {
    const { isKept, isHeldOut = false, experienceId, variationId } = one;
    at = plain.writeUIntBE(one.campaignId, at, numberBytes);
    at = plain.writeUIntBE(isHeldOut ? variationId : experienceId, at, numberBytes);
    at = plain.writeUIntBE(isHeldOut ? 0 : variationId, at, numberBytes);
    at = plain.writeUIntBE(one.allocationVersion, at, numberBytes);
    at = plain.writeUInt32BE(Math.round(one.propensity * propensityScale), at);
    at = plain.writeUInt8((isKept ? keptFlag : 0) + (isHeldOut ? heldOutFlag : 0), at);
  }
  for (const { id, propensity } of also) {
    at = plain.writeUIntBE(id, at, numberBytes);
    at = plain.writeUInt32BE(Math.round(propensity * propensityScale), at);
  }
  at += plain.write(request.request, at, 'hex');
  for (const { isAskedFor, isLogged } of decisions) {
    at = plain.writeUInt8((isAskedFor ? askedForFlag : 0) + (isLogged ? loggedFlag : 0), at);
  }
}

/**
 * Reads a decision id of the site whose salt is given; undefined for anything else. Of what was
 * withheld the experience is 0: the variation says it.
 */
export function decodeDecision(salt: Buffer, id: string): DecisionRecord | undefined {
  const place = '0123'.indexOf(id.slice(-1));
  const plain = open(salt, id.slice(0, -1));
  if (!plain || place < 0 || id === '') return undefined;
  const flags = plain.readUInt8(requestBytes - 1);
  const hasAlso = (flags & alsoFlag) > 0;
  const count = hasAlso ? 1 : Math.floor((plain.length - requestBytes) / decisionBytes);
  if (place >= count) return undefined;
  const at = requestBytes + place * decisionBytes;
  const lastBytes = requestNameBytes + count;
  const nameAt = plain.length - lastBytes;
  const alsoAt = requestBytes + count * decisionBytes;
  const isNamed = nameAt >= alsoAt;
  const ownFlags = isNamed ? plain.readUInt8(nameAt + requestNameBytes + place) : 0;
  const number = (from: number) => plain.readUIntBE(from, numberBytes);
  const chance = (from: number) => plain.readUInt32BE(from) / propensityScale;
  const kind = plain.readUInt8(at + decisionBytes - 1);
  const isHeldOut = (kind & heldOutFlag) > 0;
  const also: { id: number; propensity: number }[] = [];
  for (let from = alsoAt; hasAlso && from < nameAt; from += alsoBytes) {
    also.push({ id: number(from), propensity: chance(from + numberBytes) });
  }
  return {
    userId: String(plain.readBigInt64BE()),
    revision: number(8),
    time: number(8 + numberBytes),
    countsWhenShown: (flags & shownFlag) > 0,
    isKnown: (flags & knownFlag) > 0,
    campaignId: number(at),
    experienceId: isHeldOut ? 0 : number(at + numberBytes),
    variationId: number(at + (isHeldOut ? 1 : 2) * numberBytes),
    allocationVersion: number(at + 3 * numberBytes),
    propensity: chance(at + 4 * numberBytes),
    isKept: (kind & keptFlag) > 0,
    isAskedFor: (ownFlags & askedForFlag) > 0,
    isLogged: (ownFlags & loggedFlag) > 0,
    ...(isHeldOut && { isHeldOut }),
    ...(hasAlso && { also }),
    request: isNamed ? plain.toString('hex', nameAt, nameAt + requestNameBytes) : undefined,
  };
}
