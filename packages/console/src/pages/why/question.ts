// What is to be explained: a user, a choose request, or an earlier decision.
import type { WhyInput } from '@attune/contract';
import { parseExact } from '@attune/core';

export type Question =
  | { readonly kind: 'now'; readonly body: WhyInput }
  | { readonly kind: 'decision'; readonly decisionId: string };

/** What the page's address asks: ids alone, for names of people stay in histories and logs. */
export function questionOf(search: URLSearchParams): Question | undefined {
  const decisionId = search.get('decision');
  if (decisionId) return { kind: 'decision', decisionId };
  const id = search.get('user');
  return id ? { kind: 'now', body: { user: { id } } } : undefined;
}

/** How a user is called who has no name: by the id that answers and events have. */
export const byId = 'user id';

/** A user by name or id, and the selectors that it is about; none: every live campaign. */
export function aboutUser(type: string, name: string, selectors: readonly string[]): Question {
  const user = type === byId ? { id: name } : { cuid: name, cuidType: type };
  return {
    kind: 'now',
    body: { user, ...(selectors.length > 0 && { selector: { names: [...selectors] } }) },
  };
}

/** A request of choose as it was pasted; or what is wrong with it, in a sentence. */
export function aboutRequest(text: string): Question | string {
  let request: unknown;
  try {
    request = parseExact(text);
  } catch {
    return 'This is not JSON. Paste the body of a request to /v2/serve/user/choose, from { to }.';
  }
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    return 'Paste a JSON object: it begins with {.';
  }
  return { kind: 'now', body: { request } };
}

export function faultOfUser(type: string, name: string): string | undefined {
  if (name === '')
    return type === byId ? 'Enter a user ID.' : 'Enter the identifier that you send as cuid.';
  const isId = /^-?\d{1,19}$/.test(name);
  return type === byId && !isId ? 'A user ID is a whole number.' : undefined;
}
