// Who a visitor is towards the service, and whether anything may be stored or sent.
import type { ChooseRequest, Person } from '../client.ts';
import { completed, type Ids } from './cookies.ts';

export interface KnownPerson extends Person {
  /** What proves to the service that this page may speak for the person; your server makes it. */
  readonly token?: string;
}

/** Where the ids of a visitor are kept. */
export interface Jar {
  readonly read: () => Partial<Ids>;
  readonly write: (ids: Ids) => void;
  readonly clear: () => void;
}

/** The members of a request that say whose it is. */
export type Whose = Pick<ChooseRequest, 'user' | 'session'>;

export interface Identity {
  /** May anything be stored or sent? */
  readonly isAllowed: () => boolean;
  /** With new ids at the first call; undefined where nothing may be sent. */
  readonly whose: () => Whose | undefined;
  /** Returns whether that is somebody else than before. */
  readonly identify: (person: KnownPerson | undefined) => boolean;
  readonly setConsent: (isGiven: boolean) => void;
}

/** Opens the identity of a visitor. `consent` undefined: it is not asked for. */
export function openIdentity(
  jar: Jar,
  initially: { readonly person?: KnownPerson | undefined; readonly consent?: boolean | undefined },
): Identity {
  let { person, consent } = initially;
  let inMemory: Partial<Ids> = {};

  function currentIds(): Ids {
    const stored = jar.read();
    // A jar that keeps nothing leaves what is in memory; a session that is over there is over.
    const ids = completed(stored.userId ? stored : { ...inMemory, ...stored });
    jar.write(ids);
    inMemory = ids;
    return ids;
  }
  return {
    isAllowed: () => consent !== false,
    whose: () => {
      if (consent === false) return undefined;
      const found = currentIds();
      const accepted = consent && { active_consent_accepted: consent };
      return {
        user: { svcid_server: found.userId, ...person, ...accepted },
        session: { svc: found.sessionId },
      };
    },
    identify: (named) => {
      const isOther = named?.cuid !== person?.cuid || named?.cuidType !== person?.cuidType;
      person = named;
      return isOther;
    },
    setConsent: (isGiven) => {
      consent = isGiven;
      if (isGiven) return;
      inMemory = {};
      jar.clear();
    },
  };
}
