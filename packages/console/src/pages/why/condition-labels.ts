// A condition's parts in words, and which of them made it fail.
import type { ConditionTrace } from '@attune/core';
import { sayAttribute } from '../../conditions/words/say.ts';

const valueCharactersMax = 80;

const operators: Readonly<Record<string, string>> = {
  $eq: 'is',
  $ne: 'is not',
  $lt: 'is below',
  $lte: 'is at most',
  $gt: 'is above',
  $gte: 'is at least',
  $in: 'is one of',
  $ini: 'is one of (in any case)',
  $nin: 'is none of',
  $nini: 'is none of (in any case)',
  $all: 'has all of',
  $alli: 'has all of (in any case)',
  $elemMatch: 'has an element that fits',
  $size: 'has a size that fits',
  $type: 'is of the type',
  $regex: 'matches the pattern',
  $regexi: 'matches (in any case) the pattern',
  $inGroup: 'is in the list',
  $notInGroup: 'is not in the list',
  $veq: 'is the version',
  $vne: 'is not the version',
  $vgt: 'is a version above',
  $vgte: 'is at least the version',
  $vlt: 'is a version below',
  $vlte: 'is at most the version',
};

const joints: Readonly<Record<string, string>> = {
  $and: 'All of these',
  $or: 'One of these, or more',
  $nor: 'None of these',
  $not: 'Not this',
};

/** Names of audiences by their ids. */
export type AudienceNames = ReadonlyMap<number, string>;

/** What a part asks: "uses a phone or a tablet"; without words for it, "a is one of x, y". */
export function sayPart(trace: ConditionTrace, audiences: AudienceNames): string {
  const { operator, path, expected } = trace;
  if (operator === '$audience') {
    const name = audiences.get(Number(expected));
    return name === undefined ? `In the audience ${sayValue(expected)}` : `In the audience ${name}`;
  }
  if (operator === '$exists') return `${path} is ${expected ? 'there' : 'not there'}`;
  const joint = joints[operator];
  if (joint !== undefined) return path === undefined ? joint : `${joint}, of ${path}`;
  const words = path === undefined ? undefined : sayAttribute(path, operator, expected);
  if (words !== undefined) return words;
  const asks = operators[operator] ?? operator;
  return [path, asks, expected === undefined ? '' : sayValue(expected)].filter(Boolean).join(' ');
}

/** What was found where a part looked: "desktop"; undefined where it looks at nothing itself. */
export function sayFound({ path, operator, actual, children }: ConditionTrace): string | undefined {
  if (path === undefined || children !== undefined || operator in joints) return undefined;
  return actual === undefined ? 'nothing' : sayValue(actual);
}

/** A value of JSON, short enough for a line. */
export function sayValue(value: unknown): string {
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  const said = isList ? value.map(sayPlain).join(', ') || 'an empty list' : sayPlain(value);
  const letters = [...said];
  return letters.length <= valueCharactersMax
    ? said
    : `${letters.slice(0, valueCharactersMax - 1).join('')}…`;
}

function sayPlain(value: unknown): string {
  if (value === '') return 'an empty text';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}

/** The parts without which the condition's answer would be another: where to look first. */
export function culpritsOf(trace: ConditionTrace): ReadonlySet<ConditionTrace> {
  return new Set(trace.pass ? [] : leavesThat(false, trace));
}

/** The parts that made `trace` pass, or fail. */
function leavesThat(pass: boolean, trace: ConditionTrace): ConditionTrace[] {
  const { operator, children = [], detail } = trace;
  if (trace.pass !== pass) return [];
  if (children.length === 0 || detail !== undefined) return [trace];
  const wanted = operator === '$not' || operator === '$nor' ? !pass : pass;
  const found = children.flatMap((child) => leavesThat(wanted, child));
  return found.length > 0 ? found : [trace];
}
