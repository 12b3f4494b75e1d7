// Identifier types: the kinds of names that a site knows people by, beside the built-in ones.
import Type, { type Static } from 'typebox';
import { versioned } from './versioned.ts';

export const IdentifierTypeBody = Type.Object({
  name: Type.String({
    pattern: '^[a-z][a-z0-9_-]{0,49}$',
    description: 'As `cuidType` names it. Lower-case letters, digits, _ and -.',
  }),
  identifies: Type.Optional(
    Type.Enum(['person', 'account'], {
      description:
        'The kind of thing it identifies: a person (default), or an account that many people ' +
        'act for. An account has no profile; it is the unit of campaigns that count accounts.',
    }),
  ),
});
const IdentifierType = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  identifierType: IdentifierTypeBody,
});

export const identifierTypes = versioned({
  id: 'IdentifierType',
  path: '/v2/identifier-types',
  tag: 'Identifier types',
  noun: 'identifier type',
  body: IdentifierTypeBody,
  output: IdentifierType,
  changedBy: 'Admin',
});

export type IdentifierTypeInput = Static<typeof IdentifierTypeBody>;
