// What a key may do, as it can read itself.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { permissionIds, sources } from '../permissions.ts';

export const readOwnKey = endpoint({
  id: 'readOwnKey',
  tag: 'API keys',
  method: 'GET',
  path: '/v2/keys/self',
  summary: 'What this key is and may do',
  description: 'Answers the first question of a puzzled developer. The value is never returned.',
  permission: null,
  sources,
  answers: {
    200: {
      description: 'The key',
      schema: Type.Object({
        id: Type.Number(),
        name: Type.String(),
        source: Type.Enum([...sources]),
        permissions: Type.Array(Type.Enum([...permissionIds]), {
          description: 'Those in force: a feature that is off withdraws its permission.',
        }),
        site: Type.String(),
        expiresAt: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  },
});
