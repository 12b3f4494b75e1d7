// Commands that show how a site reports its users, to paste from pages that are still empty.

/** Says what a key may do. */
export const curlOfKey = (origin: string) =>
  `curl ${origin}/v2/keys/self -H 'SVC-API-Key: <API_KEY>'`;

/** Reports a preference of a person: the smallest event that shows up on every page. */
export function curlOfEvent(origin: string, { cuid = 'ann-1' } = {}): string {
  const body = {
    user: { cuid, cuidType: 'external' },
    events: [
      {
        name: 'Said so',
        properties: {
          svcType: 'inform-affinity-v1',
          data: [{ attribute: 'color', values: ['blue'] }],
        },
      },
    ],
  };
  return [
    `curl ${origin}/v2/collect/user/event \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}

/** Asks what a person sees of a campaign, which exposes them to it. */
export function curlOfChoose(origin: string, selector: string): string {
  const body = { user: { cuid: 'ann-1', cuidType: 'external' }, selector: { names: [selector] } };
  return [
    `curl ${origin}/v2/serve/user/choose \\`,
    "  -H 'SVC-API-Key: <API_KEY>' -H 'content-type: application/json' \\",
    `  -d '${JSON.stringify(body).replaceAll("'", '\\u0027')}'`,
  ].join('\n');
}
