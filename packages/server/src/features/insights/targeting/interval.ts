// How sure a share is that was seen in a sample.

/** The standard normal distribution's 97.5 % point. */
const z = 1.959963984540054;

/**
 * Wilson's score interval of a share, at 95 %: `hits` of `looked`, which is above 0.
 * E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22
 * (1927), 209-212.
 */
export function wilson(hits: number, looked: number): { from: number; to: number } {
  const share = hits / looked;
  const square = z * z;
  const middle = share + square / (2 * looked);
  const half = z * Math.sqrt((share * (1 - share)) / looked + square / (4 * looked * looked));
  const scale = 1 + square / looked;
  return {
    from: hits === 0 ? 0 : (middle - half) / scale,
    to: hits === looked ? 1 : (middle + half) / scale,
  };
}
