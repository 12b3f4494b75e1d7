// A person's affinity profile: read, exported, erased.
import Type from 'typebox';
import { identifier, Json } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { AffinityEdit } from './affinity-edit.ts';

export const Person = {
  cuid: identifier({ minLength: 1, maxLength: 250, description: "The person's identifier." }),
  cuidType: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'The type of `cuid`: `he` (hashed e-mail address), `external`, an identifier type of ' +
      'the site, or `id`: the user ID of the device, from `user.id` or the cookie.',
  }),
};

const serverSide = ['Server-side'] as const;

export const readProfile = endpoint({
  id: 'readUserProfile',
  tag: 'User profile',
  method: 'GET',
  path: '/v2/userprofile',
  summary: "Read a person's affinity profile",
  description:
    'Property -> value -> rank, 1 the strongest, at most 100 values a property. The text of the ' +
    'answer is in rank order. `{}` when nothing is known, or when `affinity` is not true.',
  permission: 'userprofile',
  sources: serverSide,
  query: Type.Object({ ...Person, affinity: Type.Optional(Type.Enum(['true', 'false'])) }),
  answers: {
    200: {
      description: 'The profile',
      schema: Type.Object({
        affinity: Type.Optional(
          Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer({ minimum: 1 }))),
        ),
      }),
    },
  },
});

export const eraseProfile = endpoint({
  id: 'eraseUserProfile',
  tag: 'User profile',
  method: 'DELETE',
  path: '/v2/userprofile',
  summary: 'Erase a person, or a device by its id',
  description:
    'The person’s data is gone within 60 s. Exposures and outcomes stay under a random ' +
    'ID that identifies no one, so that reports keep their totals.',
  permission: 'userdata',
  sources: serverSide,
  query: Type.Object(Person),
  answers: {
    202: {
      description: 'Accepted: it survives a crash, and will be done',
      schema: Type.Object({ erasureId: Type.String() }),
    },
  },
});

/** What is known of a person. */
export const Exported = {
  person: Type.Object({ cuid: Type.String(), cuidType: Type.String() }),
  identifiers: Type.Array(Type.Object({ type: Type.String(), value: Type.String() })),
  userIds: Type.Array(Type.String()),
  lists: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
    description: 'The audiences of kind `list` that name the person.',
  }),
  attributes: Json,
  affinity: Json,
  affinityEdits: Type.Array(AffinityEdit, {
    description: 'The edits that teammates made.',
  }),
  events: Type.Array(
    Type.Object({
      time: Type.String(),
      kind: Type.String(),
      name: Type.String(),
      userId: Type.String(),
      facts: Json,
    }),
  ),
};

export const exportProfile = endpoint({
  id: 'exportUserProfile',
  tag: 'User profile',
  method: 'GET',
  path: '/v2/userprofile/export',
  summary: 'Everything known of a person',
  permission: 'userdata',
  sources: serverSide,
  query: Type.Object(Person),
  answers: {
    200: {
      description: 'Identifiers, profile and events; empty lists when nothing is known',
      schema: Type.Object(Exported),
    },
  },
});
