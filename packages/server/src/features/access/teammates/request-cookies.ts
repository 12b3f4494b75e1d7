// Cookies of a request, as they were set.

/** The values of the cookies whose names begin so. */
export const cookiesOf = (headers: Headers, beginning: string): string[] =>
  (headers.get('cookie') ?? '')
    .split(/; */)
    .filter((pair) => pair.startsWith(beginning))
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
