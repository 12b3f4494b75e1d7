// A valid request to each endpoint of the console, about things that no site has.
import { api, type ConsoleEndpoint, type Endpoint, mirroredApi } from '@attune/contract';
import { absent, exampleOf } from '../examples.fixture.ts';

const membership = { role: 'Viewer', codeEditing: false };
/** Refused before it is hashed, which is slow on purpose: access is decided by then. */
const given = { password: '' };
const person = '?cuid=absent-cuid&cuidType=external';

const bodies: Readonly<Record<string, unknown>> = {
  signIn: { email: 'absent@shop.example', ...given },
  proveSecondFactor: { code: '000000' },
  finishProviderSignIn: { query: 'code=absent' },
  signInByLink: { token: 'a'.repeat(32) },
  changePassword: { current: '', wanted: '' },
  beginSecondFactor: given,
  confirmSecondFactor: { code: '000000' },
  removeSecondFactor: given,
  readInvitation: { token: 'a'.repeat(32) },
  acceptInvitation: { token: 'a'.repeat(32) },
  requestPasswordReset: { email: 'ann@shop.example' },
  resetPassword: { token: 'a'.repeat(32), password: 'correct horse battery' },
  createKey: { name: 'Made', source: 'Server-side', permissions: ['serve'] },
  changeKey: { name: 'Changed', permissions: ['serve'] },
  rotateKey: { graceSeconds: 60 },
  invite: { email: 'absent@shop.example', ...membership },
  changeTeammate: membership,
  changeInvitation: membership,
  changeSettings: {},
  rotateSigningKey: {},
  copyExperiences: { to: 'test', campaigns: [1] },
  decideApproval: { version: 1, decision: 'approve' },
  publishWithoutApproval: { reason: 'The checkout is down.' },
  eraseUsers: { people: [{ cuid: 'absent-cuid', cuidType: 'external' }] },
  exportUsers: { people: [{ cuid: 'absent-cuid', cuidType: 'external' }] },
  editUserAffinity: { set: [{ property: 'color', value: 'red', action: 'mute' }] },
};

const queries: Readonly<Record<string, string>> = {
  searchSite: '?q=absent',
  readUser: person,
  readUserAffinity: person,
  readUserAffinitySources: `${person}&property=color&value=red`,
  editUserAffinity: person,
  exportUser: person,
  eraseUser: person,
};

/** The path below `/console/api`, with its query, and the body. */
export function consoleExample(endpoint: ConsoleEndpoint, site: string) {
  const keyed = keyedOf(endpoint);
  if (keyed) {
    const { path, body } = exampleOf(keyed, absent);
    return { path: path.replace('/v2', `/sites/${site}`), body };
  }
  const { id, path, body } = endpoint;
  const filled = path
    .replace('/console/api', '')
    .replace('{site}', site)
    .replace('{batchId}', '00000000-0000-4000-8000-000000000000')
    .replace('{id}', '8888009');
  if (body && !(id in bodies)) throw new Error(`${id} has no example`);
  return { path: `${filled}${queries[id] ?? ''}`, body: bodies[id] };
}

/** The endpoint for keys that an endpoint of the console is the like of. */
function keyedOf(endpoint: ConsoleEndpoint): Endpoint | undefined {
  const isManaged = Object.values<ConsoleEndpoint>(mirroredApi).includes(endpoint);
  return isManaged ? Object.values(api).find(({ id }) => id === endpoint.id) : undefined;
}
