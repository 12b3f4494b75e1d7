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
  /** The same for choices, which nobody in particular may be given without consent. */
  readonly chooser: () => Whose | undefined;
  /** Returns whether that is somebody else than before. */
  readonly identify: (person: KnownPerson | undefined) => boolean;
  /** Returns who takes their consent back; undefined where it is given, or nobody was known. */
  readonly setConsent: (isGiven: boolean) => Whose | undefined;
}

export interface IdentityOptions {
  readonly person?: KnownPerson | undefined;
  readonly consent?: boolean | undefined;
  readonly choosesWithoutConsent?: boolean | undefined;
}

/** Opens the identity of a visitor. `consent` undefined: it is not asked for. */
export function openIdentity(jar: Jar, initially: IdentityOptions): Identity {
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
  function whose(): Whose | undefined {
    if (consent === false) return undefined;
    const found = currentIds();
    const accepted = consent && { active_consent_accepted: consent };
    return {
      user: { svcid_server: found.userId, ...person, ...accepted },
      session: { svc: found.sessionId },
    };
  }
  /** Who was known until now, as a no names them. */
  function refusing(): Whose | undefined {
    const { userId = inMemory.userId } = jar.read();
    const isNamed = userId !== undefined || person !== undefined;
    if (consent === false || !isNamed) return undefined;
    const named = { ...(userId && { svcid_server: userId }), ...person };
    return { user: { ...named, active_consent_accepted: false } };
  }
  return {
    whose,
    isAllowed: () => consent !== false,
    chooser: () =>
      consent === false && initially.choosesWithoutConsent
        ? { user: { active_consent_accepted: false } }
        : whose(),
    identify: (named) => {
      const isOther = named?.cuid !== person?.cuid || named?.cuidType !== person?.cuidType;
      person = named;
      return isOther;
    },
    setConsent: (isGiven) => {
      const withdrawing = isGiven ? undefined : refusing();
      consent = isGiven;
      if (isGiven) return undefined;
      inMemory = {};
      jar.clear();
      return withdrawing;
    },
  };
}
