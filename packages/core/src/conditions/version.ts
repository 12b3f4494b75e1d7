// Knows how version numbers are ordered: semantic versioning, read leniently.

type VersionPart = number | string;

const RELEASE_PARTS = 3;

/**
 * Splits a version at dots and hyphens, without a leading `v` and without build metadata.
 *
 * Digits become numbers. Fewer than three numbers are filled up with zeros: `1.2` is `1.2.0`.
 * A missing value is version 0. Blank text is none, and neither is what is no text and no number.
 */
export function parseVersion(value: unknown): VersionPart[] | undefined {
  const isVersion = typeof value === 'number' || typeof value === 'string';
  if (!isVersion && value !== null) return undefined;
  const [numbered = ''] = String(value ?? 0)
    .trim()
    .replace(/^v/, '')
    .split('+', 1);
  if (numbered === '') return undefined;
  const parts = numbered.split(/[-.]/).map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part));
  while (parts.length < RELEASE_PARTS && parts.every((part) => typeof part === 'number')) {
    parts.push(0);
  }
  return parts;
}

/** Orders two parsed versions: negative, 0 or positive. A release comes after its prereleases. */
export function compareVersions(left: readonly VersionPart[], right: readonly VersionPart[]) {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at += 1) {
    const order = compareParts(left[at] as VersionPart, right[at] as VersionPart);
    if (order !== 0) return order;
  }
  if (left.length === right.length) return 0;
  const longerIsLater = shared === RELEASE_PARTS ? -1 : 1;
  return left.length > right.length ? longerIsLater : -longerIsLater;
}

function compareParts(left: VersionPart, right: VersionPart): number {
  if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
