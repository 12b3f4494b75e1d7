// What it is to be an endpoint of the console: like one of the API, but for teammates.
import type { Static, TSchema } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { type Role, roles } from '../permissions.ts';

/** What a teammate may do on a site. */
export interface Membership {
  readonly role: Role;
  /** May change templates, as an Editor; may create, change and delete API keys, as an Admin. */
  readonly codeEditing: boolean;
}

/**
 * Who may ask: `anyone`, a `teammate` of whatever site, or a teammate of the site that the path
 * names, who has at least this role there.
 */
export type Access = 'anyone' | 'teammate' | Role;

export interface ConsoleEndpoint
  extends Omit<Endpoint, 'permission' | 'sources' | 'access' | 'bodyForm'> {
  readonly access: Access;
  /** The body is a file, and no JSON. */
  readonly bodyForm?: 'bytes';
}

/** May a teammate of the site use an endpoint that is for a role of it? */
export function mayUse(
  { access, codeEditing }: Pick<ConsoleEndpoint, 'access' | 'codeEditing'>,
  membership: Membership,
): boolean {
  const needed = roles.indexOf(access as Role);
  const isHigh = roles.indexOf(membership.role) >= needed;
  return isHigh && (!codeEditing || membership.codeEditing);
}

/** States an endpoint; it exists as a function so that the compiler keeps the literal types. */
export function consoleEndpoint<const E extends ConsoleEndpoint>(definition: E): E {
  return definition;
}

type SchemaOf<
  E extends Pick<Endpoint, 'answers'>,
  Status extends number,
> = E['answers'][Status] extends {
  readonly schema: infer S extends TSchema;
}
  ? E['answers'][Status] extends { readonly isLines: true }
    ? Static<S>[]
    : Static<S>
  : undefined;

/** What an endpoint answers when all is well. */
export type AnswerOf<E extends Pick<Endpoint, 'answers'>> =
  SchemaOf<E, 200> extends undefined
    ? SchemaOf<E, 201> extends undefined
      ? SchemaOf<E, 202>
      : SchemaOf<E, 201>
    : SchemaOf<E, 200>;
