// What the permission to manage opens to keys, as teammates have it: the same, site by site.
import Type, { type TObject, type TProperties } from 'typebox';
import { api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Role } from '../permissions.ts';
import { siteAddress, siteName } from './common.ts';
import type { ConsoleEndpoint } from './endpoint.ts';

/** Names in `api` of the endpoints of the permission `manage`. */
export type Managed = {
  [Name in keyof typeof api]: (typeof api)[Name]['permission'] extends 'manage' ? Name : never;
}[keyof typeof api];

type ParamsOf<E> = E extends { readonly params: TObject<infer P extends TProperties> }
  ? P
  : TProperties;

/** An endpoint for keys as the console has it. */
type OnConsole<E extends Endpoint> = Omit<E, 'permission' | 'sources' | 'access' | 'params'> & {
  readonly access: Role;
  readonly params: TObject<{ site: typeof siteName } & ParamsOf<E>>;
};

type ManagedApi = { readonly [Name in Managed]: OnConsole<(typeof api)[Name]> };

function onConsole(endpoint: Endpoint): ConsoleEndpoint {
  const { permission, sources, access, path, params, ...rest } = endpoint;
  return {
    ...rest,
    path: path.replace('/v2', siteAddress),
    access: access ?? (endpoint.method === 'GET' ? 'Viewer' : 'Editor'),
    params: Type.Object({ site: siteName, ...params?.properties }),
  };
}

/** Every endpoint of the permission `manage`, by its name in `api`, below a site's address. */
export const managedApi = Object.fromEntries(
  Object.entries<Endpoint>(api)
    .filter(([, { permission }]) => permission === 'manage')
    .map(([name, endpoint]) => [name, onConsole(endpoint)]),
) as unknown as ManagedApi;
