// Knows when two JSON values are the same value.

/** Compares two JSON values deeply, without coercion; the order of an object's keys is nothing. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  if (left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) return isSameList(left, right);
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  const [leftObject, rightObject] = [left, right] as Record<string, unknown>[];
  return keys.every(
    (key) => Object.hasOwn(right, key) && isSameJson(leftObject?.[key], rightObject?.[key]),
  );
}

function isSameList(left: object, right: object): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  return left.length === right.length && left.every((item, at) => isSameJson(item, right[at]));
}
