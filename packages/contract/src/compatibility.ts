// The names by which clients of the original API family say what this contract says in its own.
//
// They are read at the edge of the server, for keys with compatibility on, and nowhere else. With
// it off, a request that has them is told so.

/** Fields by their original names, at a place in a body: a JSON pointer, `*` for each of a list. */
export const originalFields: readonly {
  readonly at: string;
  readonly names: Readonly<Record<string, string>>;
}[] = [
  { at: '/user', names: { dyid: 'svcid', dyid_server: 'svcid_server', cuidtype: 'cuidType' } },
  { at: '/session', names: { dy: 'svc' } },
  { at: '/events/*/properties', names: { dyType: 'svcType', cuidtype: 'cuidType' } },
  { at: '/requests/*', names: { cuidtype: 'cuidType' } },
];

/** Values that those clients send where a site has set nothing: they count as not given. */
export const originalDefaults: readonly {
  readonly at: string;
  readonly values: Readonly<Record<string, unknown>>;
}[] = [{ at: '/user', values: { active_consent_accepted: false } }];

/** Parameters of a query by their original names. */
export const originalParameters: Readonly<Record<string, string>> = { cuidtype: 'cuidType' };

/** The original name of `svcType`, by which an event of a type is told from a custom one. */
export const originalTypeField = 'dyType';

/** Types of identifiers by their original names. */
export const originalIdentifierTypes: Readonly<Record<string, string>> = { dyid: 'id' };

/** Cookies that choose asks for, by our names. */
export const originalCookies = {
  _svcid_server: '_dyid_server',
  _svcjsession: '_dyjsession',
} as const;

/** The header of a key, which is read from everybody, and that of the trace id. */
export const originalHeaders = { key: 'dy-api-key', traceId: 'dy-trace-id' } as const;
