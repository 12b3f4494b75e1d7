// Knows Gauss-Legendre integration of smooth functions over a panel, up to its end and on the way.

const COUNT = 16;

/** The nodes in (-1, 1): the roots of the Legendre polynomial of degree 16. */
export const nodes: readonly number[] = Array.from({ length: COUNT }, (_, at) => root(at));

/** What each node counts in the integral over (-1, 1). */
export const nodeWeights: readonly number[] = nodes.map((node) => {
  const before = legendre(node)[COUNT - 1] as number;
  return (2 * (1 - node * node)) / (COUNT * before) ** 2;
});

/**
 * `weightsUpTo[k][i]`: what node i counts in the integral from -1 to node k.
 *
 * The function is taken as the Legendre series through its values at the nodes, of which each
 * term integrates to (P_{n+1} - P_{n-1}) / (2 n + 1).
 */
export const weightsUpTo: readonly (readonly number[])[] = nodes.map((end) => {
  const upper = legendre(end);
  return nodes.map((node, at) => {
    const here = legendre(node);
    let sum = end + 1;
    for (let degree = 1; degree < COUNT; degree += 1) {
      const rise = (upper[degree + 1] as number) - (upper[degree - 1] as number);
      sum += (here[degree] as number) * rise;
    }
    return ((nodeWeights[at] as number) / 2) * sum;
  });
});

/** The Legendre polynomials of degree 0 to 16 at a place. */
function legendre(x: number): number[] {
  const values = [1, x];
  for (let degree = 1; degree < COUNT; degree += 1) {
    const [last, now] = [values[degree - 1] as number, values[degree] as number];
    values.push(((2 * degree + 1) * x * now - degree * last) / (degree + 1));
  }
  return values;
}

/** Newton's method, from Tricomi's estimate. */
function root(at: number): number {
  let x = -Math.cos((Math.PI * (at + 0.75)) / (COUNT + 0.5));
  for (let step = 0; step < 8; step += 1) {
    const values = legendre(x);
    const [value, before] = [values[COUNT] as number, values[COUNT - 1] as number];
    x -= (value * (x * x - 1)) / (COUNT * (x * value - before));
  }
  return x;
}
