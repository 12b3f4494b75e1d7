// The people that the harness reports events of, and what must be found of each.
import type { Random } from '../../../packages/server/src/demo/random.ts';

/** `asked`: an erasure was sent, and its answer never came. */
type State = 'present' | 'asked' | 'erased';

export interface Person {
  readonly cuid: string;
  readonly device: string | undefined;
  state: State;
  /** Requests under way about this person. */
  busy: number;
  /** The last round in which a request about this person stayed in doubt. */
  doubtful: number;
  /** The last round that touched this person. */
  touched: number;
  /** Names of this person's events in the log: those acknowledged, and all that were tried. */
  readonly acknowledged: Set<string>;
  readonly tried: Set<string>;
}

export type People = ReturnType<typeof openPeople>;

/** Begins without people. */
export function openPeople(random: Random) {
  const all: Person[] = [];
  /** Those whose events are still reported. */
  let present: Person[] = [];

  function add(): Person {
    const number = all.length + 1;
    const person: Person = {
      cuid: `person-${number}`,
      device: random.chance(0.4) ? String(1_000_000 + number) : undefined,
      ...{ state: 'present', busy: 0, doubtful: -1, touched: -1 },
      ...{ acknowledged: new Set(), tried: new Set() },
    };
    all.push(person);
    present.push(person);
    return person;
  }

  return {
    all: all as readonly Person[],
    /** Someone to report an event of; now and then someone new. */
    draw: () => (present.length < 20 || random.chance(0.1) ? add() : random.pick(present)),
    /** Someone without requests under way; no event of theirs is reported again. */
    take(round: number): Person | undefined {
      const idle = present.filter(({ busy, doubtful }) => busy === 0 && doubtful < round);
      if (idle.length < 20) return undefined;
      const person = random.pick(idle);
      present = present.filter((one) => one !== person);
      return person;
    },
  };
}
