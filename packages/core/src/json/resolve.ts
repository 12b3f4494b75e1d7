// What becomes of raw numbers in a value that was read: kept where JSON is kept, told elsewhere.
import { pointerTo } from '../text/pointer.ts';
import { isHeld, isRawNumber, isStorableNumber, rounded } from './numbers.ts';

/** Where JSON is kept as it is written: by member, `*` for any; true: from here on. */
export interface Places {
  readonly [name: string]: Places | true;
}

/** A number that is not taken, by where it stands. */
export interface Unheld {
  readonly pointer: string;
  readonly detail: string;
}

const unstorable =
  'is a number of more than 1,000 characters, or with an exponent beyond 10,000. Send it as text';

/**
 * Makes raw numbers those that they say, in place, but for where JSON is kept as it is written.
 * Those that cannot be made one are left out, and told. Gives what is left of the value.
 */
export function resolveNumbers(
  value: unknown,
  kept: Places | true | undefined,
  unheld: Unheld[],
  pointer = '',
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isRawNumber(value)) return resolved(value, kept === true, unheld, pointer);
  const resolve = (member: unknown, name: string | number) => {
    const below = kept === true ? kept : (kept?.[name] ?? kept?.['*']);
    return resolveNumbers(member, below, unheld, pointerTo(pointer, name));
  };
  if (Array.isArray(value)) {
    let end = 0;
    for (const [at, element] of value.entries()) {
      const left = resolve(element, at);
      if (left !== undefined) value[end++] = left;
    }
    value.length = end;
    return value;
  }
  const object = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(object)) {
    const left = resolve(member, name);
    if (left === member) continue;
    if (left === undefined) delete object[name];
    else Object.defineProperty(object, name, { ...own, value: left });
  }
  return object;
}

/** So that `__proto__` is a name like any other. */
const own = { enumerable: true, configurable: true, writable: true };

function resolved(
  raw: { readonly rawJSON: string },
  isKept: boolean,
  unheld: Unheld[],
  pointer: string,
): unknown {
  const { rawJSON: text } = raw;
  if (isKept && isStorableNumber(text)) return raw;
  if (!isKept && isHeld(text)) return Number(text);
  unheld.push({ pointer, detail: isKept ? unstorable : rounded });
  return undefined;
}
