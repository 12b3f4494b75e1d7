// Who was told to be on which device, until the workers have it: this node's requests and others'.
import type { FirstUnit } from './rows.ts';

/** A person who was named in a request: on a device, or without one. */
export interface Presence {
  readonly siteId: number;
  readonly personId: string;
  readonly device: string | undefined;
  /** Is the device another person's? */
  readonly isForeign: boolean;
  /** Was something decided for them? */
  readonly isDraw: boolean;
  /** In ms since the epoch. */
  readonly at: number;
}

/** Whose a device is, and who uses it. */
interface OnDevice {
  readonly ownerId: string | undefined;
  readonly presentId: string;
  readonly at: number;
}

export interface Presences {
  readonly add: (presence: Presence) => void;
  readonly onDevice: (siteId: number, device: string) => OnDevice | undefined;
  /** What a person is drawn by. */
  readonly first: (siteId: number, personId: string) => FirstUnit | undefined;
  /** Takes a change that says that workers have it: whose a device is now. False for others. */
  readonly settle: (siteId: string, change: string) => boolean;
  readonly clear: () => void;
}

/** Of each kind; the oldest go first, and are then known once a worker has them. */
const most = 50_000;

/** Starts without any. */
export function keepPresences(): Presences {
  const devices = new Map<string, OnDevice>();
  const firsts = new Map<string, FirstUnit>();

  function addDevice(key: string, { personId, isForeign, at }: Presence): void {
    const known = devices.get(key);
    const ownerId = known?.ownerId ?? (isForeign ? undefined : personId);
    const presentId = known && known.at > at ? known.presentId : personId;
    put(devices, key, { ownerId, presentId, at: Math.max(at, known?.at ?? at) });
  }

  return {
    add(presence) {
      const { siteId, personId, device, isForeign, isDraw, at } = presence;
      if (device !== undefined) addDevice(`${siteId} ${device}`, presence);
      const own = isForeign ? undefined : device;
      if (own === undefined && !isDraw) return;
      const key = `${siteId} ${personId}`;
      const known = firsts.get(key);
      const first = { device: own ?? null, at };
      if (known === undefined || isEarlier(first, known)) put(firsts, key, first);
    },
    onDevice: (siteId, device) =>
      devices.size === 0 ? undefined : devices.get(`${siteId} ${device}`),
    first: (siteId, personId) =>
      firsts.size === 0 ? undefined : firsts.get(`${siteId} ${personId}`),
    settle(siteId, change) {
      const [id = '', presentId] = change.split('=');
      if (presentId === undefined) return false;
      const key = `${siteId} ${id}`;
      if (presentId === '' || devices.get(key)?.presentId === presentId) devices.delete(key);
      // It is nobody's any more, nor is the id a person's.
      if (presentId === '') firsts.delete(key);
      return true;
    },
    clear() {
      devices.clear();
      firsts.clear();
    },
  };
}

/** As the database compares them: at the same moment, the device. */
export function isEarlier(one: FirstUnit, other: FirstUnit): boolean {
  if (one.at !== other.at || one.device === other.device) return one.at < other.at;
  if (one.device === null || other.device === null) return one.device !== null;
  return BigInt(one.device) < BigInt(other.device);
}

function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

const nothing = '-';

/** As nodes tell one another, parted by spaces. */
export function encodePresence(one: Presence): string {
  const flags = (one.isForeign ? 1 : 0) + (one.isDraw ? 2 : 0);
  return `${one.siteId} ${one.personId} ${one.device ?? nothing} ${flags} ${one.at}`;
}

/** Reads what `encodePresence` wrote. */
export function decodePresence(text: string): Presence {
  const [siteId, personId = '', device, flags, at] = text.split(' ');
  return {
    siteId: Number(siteId),
    personId,
    device: device === nothing ? undefined : device,
    isForeign: (Number(flags) & 1) > 0,
    isDraw: (Number(flags) & 2) > 0,
    at: Number(at),
  };
}
