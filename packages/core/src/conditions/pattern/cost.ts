// Knows how many steps a backtracking matcher could take, whatever the text.

import { ANYTHING, type CharacterSet, END, type PatternNode } from './parse.ts';
import { isAnchored } from './program.ts';

/** What a part may cost, given what follows it. */
interface Cost {
  /** The characters with which the part, or what follows it if it may be empty, can begin. */
  first: CharacterSet;
  /** Whether the part and all that follows succeed on any text, so that nothing is retried. */
  certain: boolean;
  /** Steps spent within the part each time it is tried, all its retries included. */
  steps: number;
  /** Steps spent once in the whole match, where nothing can fail any more. */
  finish: number;
  /** In how many ways the part can match, each of which tries again all that follows. */
  ways: number;
}

/** The estimate of a pattern whose repeats multiply beyond any bound. */
const NESTED_REPEAT: number = Infinity;

const MAX_EXPANDED_PARTS = 1_000;
const NOTHING_AFTER: Cost = { first: 0n, certain: false, steps: 0, finish: 0, ways: 1 };
const ACCEPTED: Cost = { first: ANYTHING, certain: true, steps: 0, finish: 0, ways: 1 };

/**
 * Bounds the steps that matching may take on a text of at most `length` characters.
 *
 * Steps multiply where a choice can be taken back: alternatives that begin alike, and repeats that
 * could as well stop where they go on. A repeat whose characters cannot begin what follows has one
 * way only. NESTED_REPEAT for an unbounded repeat within a repeat, or of an ambiguous part.
 */
export function estimateSteps(pattern: PatternNode, length: number): number {
  if (expandedParts(pattern) > MAX_EXPANDED_PARTS) return Number.MAX_VALUE;
  const starts = isAnchored(pattern) ? 1 : length;
  const { steps, finish } = costOf(pattern, ACCEPTED, length);
  return starts * steps + finish;
}

function costOf(node: PatternNode, after: Cost, length: number): Cost {
  switch (node.kind) {
    case 'character':
      return { first: node.set, certain: false, steps: 1, finish: 0, ways: 1 };
    case 'assertion': {
      const first = node.sign === '$' ? END : after.first;
      return { first, certain: false, steps: 1, finish: 0, ways: 1 };
    }
    case 'sequence':
      return node.items.reduceRight((tail, item) => before(item, tail, length), empty(after));
    case 'choice':
      return node.options
        .map((option) => costOf(option, after, length))
        .reduce((left, right) => either(left, right));
    case 'repeat':
      return repeatCost(node.item, node.min, node.max, after, length);
  }
}

/** The cost of an item and then a tail. */
function before(item: PatternNode, tail: Cost, length: number): Cost {
  const head = costOf(item, tail, length);
  const ways = tail.certain ? 1 : head.ways;
  return collapseCertain({
    ...head,
    steps: head.steps + ways * tail.steps,
    finish: head.finish + tail.finish,
    ways: ways * tail.ways,
  });
}

function either(left: Cost, right: Cost): Cost {
  const isExclusive = (left.first & right.first) === 0n;
  const join = isExclusive ? Math.max : (one: number, other: number) => one + other;
  return collapseCertain({
    first: left.first | right.first,
    certain: left.certain || right.certain,
    steps: 1 + join(left.steps, right.steps),
    finish: left.finish + right.finish,
    ways: join(left.ways, right.ways),
  });
}

/** What cannot fail ends the match where it is reached, and is therefore reached once. */
function collapseCertain(cost: Cost): Cost {
  return cost.certain ? { ...cost, steps: 0, finish: cost.finish + cost.steps } : cost;
}

function repeatCost(item: PatternNode, min: number, max: number, after: Cost, length: number) {
  const stop = empty(after);
  let cost = max === Infinity ? unboundedCost(item, after, length) : stop;
  if (max !== Infinity) {
    for (let copy = min; copy < max; copy += 1) cost = either(before(item, cost, length), stop);
  }
  for (let copy = 0; copy < min; copy += 1) cost = before(item, cost, length);
  return cost;
}

function unboundedCost(item: PatternNode, after: Cost, length: number): Cost {
  const isNested = canBeEmpty(item) || hasUnbounded(item);
  if (isNested) return { ...empty(after), steps: NESTED_REPEAT };
  const begins = costOf(item, NOTHING_AFTER, length).first;
  const once = costOf(item, { ...NOTHING_AFTER, first: begins | after.first }, length);
  const canStopEarlier = (begins & after.first) !== 0n && !after.certain;
  return collapseCertain({
    first: begins | after.first,
    certain: after.certain,
    steps: once.ways === 1 ? length * once.steps : NESTED_REPEAT,
    finish: 0,
    ways: canStopEarlier ? length : 1,
  });
}

/** A part of no length: one way, no step, and whatever follows. */
function empty(after: Cost): Cost {
  return { first: after.first, certain: after.certain, steps: 0, finish: 0, ways: 1 };
}

function canBeEmpty(node: PatternNode): boolean {
  if (node.kind === 'character') return false;
  if (node.kind === 'assertion') return true;
  if (node.kind === 'sequence') return node.items.every(canBeEmpty);
  if (node.kind === 'choice') return node.options.some(canBeEmpty);
  return node.min === 0 || canBeEmpty(node.item);
}

function hasUnbounded(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.items.some(hasUnbounded);
  if (node.kind === 'choice') return node.options.some(hasUnbounded);
  return node.kind === 'repeat' && (node.max === Infinity || hasUnbounded(node.item));
}

/** How many parts there are once counted repeats are written out; one that is empty counts too. */
export function expandedParts(node: PatternNode): number {
  const sum = (nodes: PatternNode[]) =>
    Math.max(
      1,
      nodes.reduce((total, one) => total + expandedParts(one), 0),
    );
  if (node.kind === 'sequence') return sum(node.items);
  if (node.kind === 'choice') return sum(node.options);
  if (node.kind !== 'repeat') return 1;
  const copies = node.max === Infinity ? node.min + 1 : Math.max(node.max, 1);
  return copies * expandedParts(node.item);
}
