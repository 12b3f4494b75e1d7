// What strategies may know, and what they are judged by: a history is cut in two, user by user.

import type { Interaction } from '../definition.ts';
import { type InteractionBlock, interactionKinds } from '../interactions/block.ts';

/**
 * Where history ends. `time`: with a UTC day; what a user does from then on is what is wanted.
 * `last-basket`: with each user's last group, which is to be predicted; others' later history
 * is known then, so that it flatters whatever learns from others.
 */
export type Split =
  | { readonly type: 'time'; readonly day: number }
  | { readonly type: 'last-basket' };

/** Is the user's next basket (session, of views) wanted, or everything that came after? */
export type Target = 'next-basket' | 'everything';

/** What a user did before, older first. */
export interface HistoryRow {
  readonly day: number;
  readonly sku: string;
  readonly kind: Interaction;
}

/** One user to be judged by. */
export interface Trial {
  readonly user: bigint;
  /** The day on which they would have been recommended something. */
  readonly day: number;
  readonly history: readonly HistoryRow[];
  readonly wanted: ReadonlySet<string>;
}

export interface SplitHistory {
  /** What models are built from. */
  readonly training: readonly InteractionBlock[];
  /** Of users by id, ascending. */
  readonly trials: readonly Trial[];
}

export interface SplitOptions {
  readonly split: Split;
  readonly event: Interaction;
  readonly target: Target;
  /** Judge so many users at most; of more, those whose ids come first by a hash. */
  readonly mostUsers?: number;
}

/** A group of one user: what they wanted at one time. */
interface Basket {
  readonly day: number;
  readonly group: number;
}

/** Cuts blocks, which may be in any order. Users without history are judged too. */
export function splitHistory(
  given: readonly InteractionBlock[],
  options: SplitOptions,
): SplitHistory {
  const blocks = given.toSorted((a, b) => a.day - b.day);
  const baskets = wantedBaskets(blocks, options);
  const users = chosenUsers([...baskets.keys()], options.mostUsers);
  const isWanted = (user: bigint, day: number, group: number): boolean => {
    const basket = baskets.get(user);
    if (basket === undefined) return false;
    const isAll = options.split.type === 'time' && options.target === 'everything';
    return isAll ? day >= basket.day : day === basket.day && group === basket.group;
  };
  const training =
    options.split.type === 'time'
      ? blocks.filter(({ day }) => day < (options.split as { day: number }).day)
      : blocks.map((block) => without(block, isWanted, options.event));
  const trials = trialsOf(blocks, training, users, options, isWanted, baskets);
  return { training, trials };
}

/** Of each user the basket that is to be predicted. */
function wantedBaskets(
  blocks: readonly InteractionBlock[],
  { split, event }: SplitOptions,
): Map<bigint, Basket> {
  const wanted = interactionKinds.indexOf(event);
  const baskets = new Map<bigint, Basket>();
  for (const { day, users, user, group, kind } of blocks) {
    if (split.type === 'time' && day < split.day) continue;
    const ofDay = new Map<number, number>();
    for (let row = 0; row < kind.length; row++) {
      if (kind[row] !== wanted) continue;
      const isFirst = !ofDay.has(user[row]!);
      if (isFirst || split.type === 'last-basket') ofDay.set(user[row]!, group[row]!);
    }
    for (const [place, number] of ofDay) {
      const id = users[place]!;
      if (split.type === 'last-basket' || !baskets.has(id)) baskets.set(id, { day, group: number });
    }
  }
  return baskets;
}

function chosenUsers(users: bigint[], most = Number.POSITIVE_INFINITY): bigint[] {
  const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
  if (users.length <= most) return users.sort(ascending);
  const hashed = users.map((user) => ({ user, hash: spread(user) }));
  hashed.sort((a, b) => ascending(a.hash, b.hash) || ascending(a.user, b.user));
  return hashed
    .slice(0, most)
    .map(({ user }) => user)
    .sort(ascending);
}

/** Spreads ids over 64 bits (Fibonacci hashing). */
function spread(user: bigint): bigint {
  const mixed = BigInt.asUintN(64, BigInt.asUintN(64, user) * 0x9e37_79b9_7f4a_7c15n);
  return BigInt.asUintN(64, (mixed ^ (mixed >> 32n)) * 0xd6e8_feb8_6659_fd93n);
}

type IsWanted = (user: bigint, day: number, group: number) => boolean;

/** The block without the rows that are wanted. */
function without(
  block: InteractionBlock,
  isWanted: IsWanted,
  event: Interaction,
): InteractionBlock {
  const kindWanted = interactionKinds.indexOf(event);
  const kept = Uint32Array.from(block.kind.keys()).filter((row) => {
    const user = block.users[block.user[row]!]!;
    return block.kind[row] !== kindWanted || !isWanted(user, block.day, block.group[row]!);
  });
  return {
    ...block,
    user: kept.map((row) => block.user[row]!),
    sku: kept.map((row) => block.sku[row]!),
    group: kept.map((row) => block.group[row]!),
    kind: Uint8Array.from(kept, (row) => block.kind[row]!),
  };
}

function trialsOf(
  blocks: readonly InteractionBlock[],
  training: readonly InteractionBlock[],
  users: readonly bigint[],
  { split, event }: SplitOptions,
  isWanted: IsWanted,
  baskets: ReadonlyMap<bigint, Basket>,
): Trial[] {
  const places = new Map(users.map((user, place) => [user, place]));
  const histories = users.map((): HistoryRow[] => []);
  const wanted = users.map(() => new Set<string>());
  eachRow(training, places, (place, row) => histories[place]!.push(row));
  eachRow(blocks, places, (place, { day, sku, kind }, group) => {
    if (kind === event && isWanted(users[place]!, day, group)) wanted[place]!.add(sku);
  });
  return users.map((user, place) => ({
    user,
    day: split.type === 'time' ? split.day : baskets.get(user)!.day,
    history: histories[place]!,
    wanted: wanted[place]!,
  }));
}

function eachRow(
  blocks: readonly InteractionBlock[],
  places: ReadonlyMap<bigint, number>,
  tell: (place: number, row: HistoryRow, group: number) => void,
): void {
  for (const { day, users, skus, user, sku, group, kind } of blocks) {
    const placeOfUser = Array.from(users, (id) => places.get(id));
    for (let row = 0; row < kind.length; row++) {
      const place = placeOfUser[user[row]!];
      if (place === undefined) continue;
      const what = interactionKinds[kind[row]!]!;
      tell(place, { day, sku: skus.at(sku[row]!), kind: what }, group[row]!);
    }
  }
}
