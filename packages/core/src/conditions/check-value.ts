// Knows what may stand on an attribute: operators with operands that they can take, or a literal.

import { type ConditionFault, isElementCondition, isRecord } from './condition.ts';
import { valueOperators } from './operators/table.ts';
import { deeper, depthErrors, errorAt, inside, type Place } from './place.ts';

const MAX_LIST_ENTRIES = 1_000;
const MAX_STRING_LENGTH = 1_000;

type CheckObject = (json: unknown, place: Place) => ConditionFault[];

/** Checks an attribute's operators or literal value; `checkObject` checks a condition within. */
export function checkValue(json: unknown, at: Place, checkObject: CheckObject): ConditionFault[] {
  const hasOperators = isRecord(json) && Object.keys(json).some((key) => key.startsWith('$'));
  if (!hasOperators) return checkLiteral(json, at);
  const place = deeper(at);
  const tooDeep = depthErrors(place);
  if (tooDeep.length > 0) return tooDeep;
  return Object.entries(json).flatMap(([name, operand]) => {
    place.size.parts += 1;
    return checkOperator(name, operand, inside(place, name), checkObject);
  });
}

function checkOperator(
  name: string,
  operand: unknown,
  place: Place,
  checkObject: CheckObject,
): ConditionFault[] {
  const operator = valueOperators.get(name);
  if (operator === undefined) {
    const detail = name.startsWith('$')
      ? 'is not an operator on an attribute'
      : 'is an attribute among operators; write a path with dots, each attribute by itself';
    return errorAt(place, detail);
  }
  const fault = operator.fault(operand);
  if (fault !== undefined) return errorAt(place, fault);
  switch (operator.holds) {
    case 'group':
      return checkGroup(String(operand), place);
    case 'value':
      return checkValue(operand, place, checkObject);
    case 'values':
      return (operand as unknown[])
        .flatMap((entry, at) => checkValue(entry, inside(place, at), checkObject))
        .concat(lengthFaults(operand as unknown[], place));
    case 'element':
      return isElementCondition(operand)
        ? checkObject(operand, { ...deeper(place), inElement: true })
        : checkValue(operand, place, checkObject);
    default:
      return checkLiteral(operand, place);
  }
}

function checkGroup(name: string, place: Place): ConditionFault[] {
  const { savedGroups } = place.options;
  if (savedGroups === undefined || Object.hasOwn(savedGroups, name)) return [];
  return errorAt(place, `there is no saved group ${name}`);
}

/** Checks a value that is compared as it stands. */
function checkLiteral(json: unknown, at: Place): ConditionFault[] {
  if (typeof json === 'string' && json.length > MAX_STRING_LENGTH) {
    return errorAt(at, `must have at most ${MAX_STRING_LENGTH} characters`);
  }
  if (typeof json !== 'object' || json === null) return [];
  const place = deeper(at);
  const faults = depthErrors(place).concat(Array.isArray(json) ? lengthFaults(json, at) : []);
  if (faults.length > 0) return faults;
  if (!Array.isArray(json)) place.size.parts += Object.keys(json).length;
  return Object.entries(json).flatMap(([key, value]) =>
    key.startsWith('$')
      ? errorAt(inside(place, key), 'is an operator within a literal value')
      : checkLiteral(value, inside(place, key)),
  );
}

function lengthFaults(list: readonly unknown[], place: Place): ConditionFault[] {
  if (list.length <= MAX_LIST_ENTRIES) return [];
  return errorAt(place, `has more than ${MAX_LIST_ENTRIES} entries; make it a saved group`);
}
