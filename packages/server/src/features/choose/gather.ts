// Everything that a decision reads, read before it: user, profile, attributes.
import { randomUUID } from 'node:crypto';
import type { ChooseInput, Fault } from '@attune/contract';
import { type Attributes, identifierKey, type Profile, type RankedAffinity } from '@attune/core';
import type { Caller, Client, Context, SiteSnapshot } from '../../context.ts';
import { refuseFaults } from '../../refusal.ts';
import { mintSession, sessionOf } from '../events/index.ts';
import {
  loadDirectory,
  mintDeviceId,
  mintPersonId,
  type RequestUser,
  readUser,
  selectUserIds,
} from '../identity/index.ts';
import { loadProfile, rankAffinity } from '../profiles/index.ts';
import { attributesOf } from './attributes.ts';

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface Gathered {
  readonly user: RequestUser;
  /** The device's id, the request's or a new one; events of the request are recorded under it. */
  readonly device: string | undefined;
  /** Is the user a person, and not only a device? */
  readonly isKnown: boolean;
  /** The id that a browser is to keep. */
  readonly cookieId: string;
  readonly session: string;
  readonly units: { user: string; session: string; request: string };
  readonly profile: Profile | undefined;
  readonly attributes: Attributes;
  readonly warnings: Warning[];
}

/** A decision waits no longer than this for what the database knows of the user. */
const profileDeadlineMs = 250;

/** Reads what a request needs. Throws `invalid_request` for a user that cannot be read. */
export async function gather(
  ctx: Context,
  { key, snapshot }: Caller,
  client: Client,
  request: ChooseInput,
): Promise<Gathered> {
  const faults: Fault[] = [];
  const user = readUser(snapshot, key, request.user, faults);
  refuseFaults(faults);
  const warnings: Warning[] = [];
  if (user.isUnverified) {
    const message = 'A Client-side key needs user.token to use a cuid; it was passed over.';
    warnings.push({ code: 'cuid_unverified', message });
  }
  const isAnonymous = user.identifiers.length === 0;
  const device = user.device ?? (isAnonymous ? mintDeviceId() : undefined);
  const session = sessionOf(request) || mintSession();
  const known = await knownOf(ctx, snapshot, user, warnings);
  const userId = known.personId ?? device ?? firstPersonId(snapshot, user);
  const { device: toldDevice, ...context } = request.context ?? {};
  const told = request.options?.isImplicitClientData ? undefined : toldDevice;
  const isKnown = known.personId !== undefined;
  let affinity: RankedAffinity | undefined;
  const visitor = {
    userId,
    isNew: isAnonymous && user.device === undefined,
    isKnown,
    session,
    profile: known.profile,
    affinity: () => {
      affinity ??= rankOf(ctx, snapshot, known.profile);
      return affinity;
    },
    userAgent: told?.userAgent ?? client.userAgent,
    country: client.country,
    timeZone: snapshot.site.settings.timeZone,
    now: ctx.now(),
  };
  return {
    user,
    device,
    isKnown,
    cookieId: device ?? mintDeviceId(),
    session,
    units: { user: userId, session, request: randomUUID() },
    profile: known.profile,
    attributes: attributesOf(visitor, { ...context, ...(told && { device: told }) }),
    warnings,
  };
}

function rankOf(
  ctx: Context,
  snapshot: SiteSnapshot,
  profile: Profile | undefined,
): RankedAffinity {
  if (!profile || !snapshot.site.features.includes('affinity')) return new Map();
  return rankAffinity(ctx, snapshot, profile, snapshot.site.settings.affinity);
}

function firstPersonId({ site }: SiteSnapshot, { identifiers }: RequestUser): string {
  const [main] = identifiers;
  if (!main) throw new Error('a user without a device has a name');
  return mintPersonId(site.salt, main);
}

interface Known {
  readonly personId: string | undefined;
  readonly profile: Profile | undefined;
}

/** Who the user is and what his profile says; what is not told in time is left out. */
async function knownOf(
  ctx: Context,
  snapshot: SiteSnapshot,
  user: RequestUser,
  warnings: Warning[],
): Promise<Known> {
  const { identifiers, device, consents } = user;
  const [main] = identifiers;
  const personId = main && mintPersonId(snapshot.site.salt, main);
  const unread = { personId, profile: undefined };
  if (!consents || (device === undefined && !main)) return unread;
  try {
    return await inTime(readKnown(ctx, snapshot, user), profileDeadlineMs);
  } catch (error) {
    ctx.log.debug({ err: error }, 'a profile could not be read');
    const message = 'The profile could not be read; the decision was made without it.';
    warnings.push({ code: 'profile_unavailable', message });
    return unread;
  }
}

async function readKnown(
  ctx: Context,
  { site }: SiteSnapshot,
  { device: told, identifiers }: RequestUser,
): Promise<Known> {
  const sighting = { device: told, identifiers };
  const { people, devices, personIds } = await loadDirectory(ctx.db, site.id, [sighting]);
  // Who sends the id of a person as a device's is not let in by it.
  const device = told !== undefined && personIds.has(told) ? undefined : told;
  const held = device === undefined ? undefined : devices.get(device);
  const named = identifiers.map((one) => people.get(identifierKey(one))).find((id) => id);
  const [main] = identifiers;
  const personId = named ?? (main ? mintPersonId(site.salt, main) : held?.present);
  const owned = personId === undefined ? [] : await selectUserIds(ctx.db, site.id, personId);
  // A device that is nobody's yet brings its past along.
  const own = device !== undefined && !held ? [device] : [];
  const userIds = [...new Set([...owned, ...own])];
  return { personId, profile: await loadProfile(ctx.db, site.id, userIds) };
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
  // The work may still fail after the deadline: then nobody is waiting for it.
  work.catch(() => undefined);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
