// What of a request may be kept to show what was wrong with it: nothing that can name a person.

const segmentsMax = 8;
const segmentLength = 40;
const sampleLength = 60;
/** Fields that hold names of people, or what proves them. */
const personal =
  /^\/(user|session|sessionId|query|key)(\/|$)|\/(cuid|hashedEmail|secondaryIdentifiers|token|ip|location|referrer)(\/|$)/;
/** Short words, numbers and ids, which no address of a person is. */
const plain = /^[\p{L}\p{N}_.,:;+ -]{0,40}$/u;

/** A pointer in which all places of a list are one, and that has a bound. */
export function placeOf(pointer: string): string {
  const segments = pointer.split('/').slice(0, segmentsMax);
  return segments
    .map((one) => (/^[0-9]+$/.test(one) ? '*' : one.slice(0, segmentLength).toWellFormed()))
    .join('/');
}

/** What stands at a pointer, as JSON; undefined where it is not shown. */
export function sampleOf(body: unknown, pointer: string): string | undefined {
  if (personal.test(pointer)) return undefined;
  const value = pointer
    .split('/')
    .slice(1)
    .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, name)
          ? (part as Record<string, unknown>)[name]
          : undefined,
      body,
    );
  if (value === undefined) return undefined;
  if (typeof value === 'string' && !plain.test(value)) return undefined;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return JSON.stringify(value).slice(0, sampleLength);
}
