// How the users of many days get one number each, without an object for each of them.

/** Users numbered as they come; or other pairs of 32-bit numbers. */
export interface UserTable {
  readonly size: () => number;
  /** The numbers of users; unknown ones get the next numbers. */
  readonly numbersOf: (users: BigInt64Array) => Uint32Array;
  /** The number of one, given as the two halves of its 64 bits. */
  readonly numberOf: (lowHalf: number, highHalf: number) => number;
  /** The users in ascending order, and of each number the place that its user has there. */
  readonly sorted: () => { readonly users: BigInt64Array; readonly placeOfNumber: Uint32Array };
}

/** An open hash table with linear probing over the two halves of the ids; at most half full. */
export function makeUserTable(): UserTable {
  let slots = new Uint32Array(1 << 12);
  let low = new Uint32Array(1 << 11);
  let high = new Uint32Array(1 << 11);
  let size = 0;

  const slotOf = (lowHalf: number, highHalf: number): number => {
    const mask = slots.length - 1;
    let slot = mixed(lowHalf, highHalf) & mask;
    for (;;) {
      const number = slots[slot]!;
      if (number === 0) return slot;
      if (low[number - 1] === lowHalf && high[number - 1] === highHalf) return slot;
      slot = (slot + 1) & mask;
    }
  };
  const grow = (): void => {
    slots = new Uint32Array(2 * slots.length);
    low = doubled(low);
    high = doubled(high);
    for (let number = 1; number <= size; number++) {
      slots[slotOf(low[number - 1]!, high[number - 1]!)] = number;
    }
  };
  const numberOf = (lowHalf: number, highHalf: number): number => {
    const slot = slotOf(lowHalf, highHalf);
    if (slots[slot] !== 0) return slots[slot]! - 1;
    low[size] = lowHalf;
    high[size] = highHalf;
    size += 1;
    slots[slot] = size;
    if (size === low.length) grow();
    return size - 1;
  };
  return {
    size: () => size,
    numberOf: (lowHalf, highHalf) => numberOf(lowHalf >>> 0, highHalf >>> 0),
    sorted: () => sortedOf(low.subarray(0, size), high.subarray(0, size)),
    numbersOf: (users) => {
      const halves = new Uint32Array(users.buffer, users.byteOffset, 2 * users.length);
      const numbers = new Uint32Array(users.length);
      for (let at = 0; at < users.length; at++) {
        numbers[at] = numberOf(halves[2 * at]!, halves[2 * at + 1]!);
      }
      return numbers;
    },
  };
}

function sortedOf(low: Uint32Array, high: Uint32Array): ReturnType<UserTable['sorted']> {
  const users = new BigInt64Array(low.length);
  const halves = new Uint32Array(users.buffer);
  const placeOfNumber = new Uint32Array(low.length);
  const inOrder = Uint32Array.from(low, (_, number) => number);
  // The upper half has the sign.
  inOrder.sort((a, b) => (high[a]! | 0) - (high[b]! | 0) || low[a]! - low[b]!);
  for (const [place, number] of inOrder.entries()) {
    halves[2 * place] = low[number]!;
    halves[2 * place + 1] = high[number]!;
    placeOfNumber[number] = place;
  }
  return { users, placeOfNumber };
}

function doubled(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * column.length);
  larger.set(column);
  return larger;
}

/** Spreads ids over the table (the finaliser of MurmurHash3). */
function mixed(low: number, high: number): number {
  let hash = low ^ Math.imul(high, 0x9e37_79b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
