// Which web pages may use a key: origins, and all below a host.

/** Stands for one label of a host or more, at its beginning. */
const wildcard = '*.';

/** Is it an origin such as `https://shop.example`, or one such as `https://*.shop.example`? */
export function isOriginPattern(text: string): boolean {
  const one = text.replace(`://${wildcard}`, '://any.');
  return !one.includes('*') && URL.canParse(one) && new URL(one).origin === one;
}

/** Does an origin match a pattern? One with a wildcard matches every subdomain, not the host. */
export function matchesOrigin(pattern: string, origin: string): boolean {
  const [scheme = '', host] = pattern.split(`://${wildcard}`);
  if (host === undefined) return origin === pattern;
  const [start, end] = [`${scheme}://`, `.${host}`];
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false;
  const labels = origin.slice(start.length, -end.length).split('.');
  return labels.every((label) => /^[^/:]+$/.test(label));
}
