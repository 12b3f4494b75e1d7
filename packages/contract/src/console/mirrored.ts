// What keys may do that teammates may as well, in the console: the same, site by site.
import Type, { type TObject, type TProperties } from 'typebox';
import { api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Role } from '../permissions.ts';
import { siteAddress, siteName } from './common.ts';
import type { ConsoleEndpoint } from './endpoint.ts';

/** What these permissions open to keys, a role opens to teammates. */
export const mirroredPermissions = ['manage', 'feed'] as const;
export type MirroredPermission = (typeof mirroredPermissions)[number];

/** Names in `api` of the endpoints of these permissions. */
export type MirroredEndpoint = {
  [Name in keyof typeof api]: (typeof api)[Name]['permission'] extends MirroredPermission
    ? Name
    : never;
}[keyof typeof api];

type ParamsOf<E> = E extends { readonly params: TObject<infer P extends TProperties> }
  ? P
  : TProperties;

/** An endpoint for keys as the console has it. */
type OnConsole<E extends Endpoint> = Omit<
  E,
  'permission' | 'sources' | 'access' | 'params' | 'bodyForm'
> & {
  readonly access: Role;
  readonly bodyForm?: 'bytes';
  readonly params: TObject<{ site: typeof siteName } & ParamsOf<E>>;
};

type MirroredApi = { readonly [Name in MirroredEndpoint]: OnConsole<(typeof api)[Name]> };

function onConsole(endpoint: Endpoint): ConsoleEndpoint {
  const { permission, sources, access, path, params, bodyForm, ...rest } = endpoint;
  return {
    ...rest,
    ...(bodyForm === 'bytes' && { bodyForm }),
    path: path.replace('/v2', siteAddress),
    access: access ?? (endpoint.method === 'GET' ? 'Viewer' : 'Editor'),
    params: Type.Object({ site: siteName, ...params?.properties }),
  };
}

/** Every endpoint of these permissions, by its name in `api`, below a site's address. */
export const mirroredApi = Object.fromEntries(
  Object.entries<Endpoint>(api)
    .filter(([, { permission }]) => mirroredPermissions.some((one) => one === permission))
    .map(([name, endpoint]) => [name, onConsole(endpoint)]),
) as unknown as MirroredApi;
