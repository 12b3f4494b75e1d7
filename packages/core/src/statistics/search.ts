// Knows how to find where a convex function is least, and where it crosses a level.

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The x in [low, high] at which a unimodal function is least. */
export function minimise(value: (x: number) => number, low: number, high: number): number {
  let [from, to] = [low, high];
  let [left, right] = [to - GOLDEN * (to - from), from + GOLDEN * (to - from)];
  let [atLeft, atRight] = [value(left), value(right)];
  for (let step = 0; step < 60 && from < left && left < right && right < to; step += 1) {
    if (atLeft <= atRight) {
      [to, right, atRight] = [right, left, atLeft];
      left = to - GOLDEN * (to - from);
      atLeft = value(left);
    } else {
      [from, left, atLeft] = [left, right, atRight];
      right = from + GOLDEN * (to - from);
      atRight = value(right);
    }
  }
  return atLeft <= atRight ? left : right;
}

/**
 * Where a function that is at most 0 at `inside` rises through 0 on the way to `outside`; the
 * last place known to be above 0, so that bounds err outwards. `outside` if it never does.
 */
export function cross(value: (x: number) => number, inside: number, outside: number): number {
  let [near, far] = [inside, outside];
  let [atNear, atFar] = [value(near), value(far)];
  if (!(atFar > 0)) return outside;
  for (let step = 0; step < 100; step += 1) {
    const guess =
      step % 3 === 2 || !Number.isFinite(atFar)
        ? (near + far) / 2
        : near + ((far - near) * -atNear) / (atFar - atNear);
    if (guess === near || guess === far || Math.abs(far - near) < 1e-13 * Math.abs(far)) break;
    const at = value(guess);
    if (at > 0) [far, atFar] = [guess, at];
    else [near, atNear] = [guess, at];
  }
  return far;
}
