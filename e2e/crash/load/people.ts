// The people that the harness tells events of, and what each of them is to be found as.
import type { Random } from '../../../packages/server/src/demo/random.ts';

/** `asked`: an erasure was sent whose answer never came. */
type State = 'present' | 'asked' | 'erased';

export interface Person {
  readonly cuid: string;
  readonly device: string | undefined;
  state: State;
  /** Requests under way that tell of him. */
  busy: number;
  /** The last round in which a request that told of him stayed in doubt. */
  doubtful: number;
  /** The last round that had to do with him. */
  touched: number;
  /** The names that his events have in the log, of those that were acknowledged and the others. */
  readonly acknowledged: Set<string>;
  readonly tried: Set<string>;
}

export type People = ReturnType<typeof openPeople>;

/** Nobody yet. */
export function openPeople(random: Random) {
  const all: Person[] = [];
  /** Those that events are still told of. */
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
    /** Someone to tell an event of; now and then someone new. */
    draw: () => (present.length < 20 || random.chance(0.1) ? add() : random.pick(present)),
    /** Someone of whom nothing is on its way, who is not told of again. */
    take(round: number): Person | undefined {
      const idle = present.filter(({ busy, doubtful }) => busy === 0 && doubtful < round);
      if (idle.length < 20) return undefined;
      const person = random.pick(idle);
      present = present.filter((one) => one !== person);
      return person;
    },
  };
}
