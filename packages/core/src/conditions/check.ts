// Knows what a teammate may enter as a condition; stricter than what compiling puts up with.

import { questionFault } from '../activity/question.ts';
import { resolveAudience } from './audiences.ts';
import { checkValue } from './check-value.ts';
import { compileCondition } from './compile.ts';
import {
  type ConditionFault,
  type ConditionOptions,
  isRecord,
  LIST_OPERATORS,
} from './condition.ts';
import { valueOperators } from './operators/table.ts';
import { parsePath } from './path.ts';
import { deeper, depthErrors, errorAt, inside, type Place } from './place.ts';

/** Conditions, attributes, operators and members of literals; entries of value lists are none. */
const MAX_CONDITION_PARTS = 500;
/** A name of 1,000 characters, each escaped, with room for the properties before it. */
const MAX_PATH_LENGTH = 2_500;

/**
 * Lists everything wrong with a condition; nothing for one that may be saved.
 *
 * With `options.audiences`, unknown and circular audiences are faults (to check an audience itself,
 * pass the map with its new condition in it); with `options.savedGroups`, unknown groups are.
 * A condition of more than 500 parts has that one fault.
 */
export function checkCondition(json: unknown, options: ConditionOptions = {}): ConditionFault[] {
  const root: Place = { pointer: '', depth: 1, inElement: false, options, size: { parts: 0 } };
  const faults = checkObject(json, root);
  const { parts } = root.size;
  if (parts <= MAX_CONDITION_PARTS) return faults;
  return errorAt(root, `has ${parts} parts, more than ${MAX_CONDITION_PARTS}`);
}

function checkObject(json: unknown, place: Place): ConditionFault[] {
  if (!isRecord(json)) return errorAt(place, 'must be an object');
  const tooDeep = depthErrors(place);
  if (tooDeep.length > 0) return tooDeep;
  return Object.entries(json).flatMap(([key, operand]) => {
    place.size.parts += 1;
    return checkMember(key, operand, inside(place, key));
  });
}

function checkMember(key: string, operand: unknown, place: Place): ConditionFault[] {
  if (LIST_OPERATORS.has(key)) return checkList(operand, place);
  if (key === '$not') return checkObject(operand, deeper(place));
  if (key === '$audience') return checkAudience(operand, place);
  if (valueOperators.has(key)) {
    return errorAt(place, `${key} stands on an attribute: { "country": { "${key}": … } }`);
  }
  if (key.startsWith('$')) {
    return errorAt(place, `is not an operator; an attribute of that name is written \\${key}`);
  }
  if (key === '') return errorAt(place, 'names no attribute');
  if (key.length > MAX_PATH_LENGTH) {
    return errorAt(place, `must have at most ${MAX_PATH_LENGTH} characters`);
  }
  const fault = place.inElement ? undefined : pathFault(key);
  return fault === undefined ? checkValue(operand, place, checkObject) : errorAt(place, fault);
}

/** What is asked of activity has a grammar of its own; any other path may be of the site's own. */
function pathFault(path: string): string | undefined {
  const [first, ...names] = parsePath(path);
  return first === 'activity' ? questionFault(names) : undefined;
}

function checkList(operand: unknown, place: Place): ConditionFault[] {
  if (!Array.isArray(operand) || operand.length === 0) {
    return errorAt(place, 'must be a list of one or more conditions');
  }
  place.size.parts += operand.length;
  return operand.flatMap((json, at) => checkObject(json, deeper(inside(place, at))));
}

function checkAudience(id: unknown, place: Place): ConditionFault[] {
  if (place.inElement) return errorAt(place, "cannot be asked of a list's element");
  if (!Number.isSafeInteger(id)) return errorAt(place, "must be an audience's id, a number");
  if (place.options.audiences === undefined) return [];
  const { fault } = resolveAudience(id, place.options, compileCondition);
  return fault === undefined ? [] : errorAt(place, fault);
}
