// Comments on a campaign: what a team says of it, each by its author.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { IdParams, shared } from './versioned.ts';

const Comment = named(
  'Comment',
  Type.Object({
    id: Type.Integer(),
    at: Type.String({ description: 'RFC 3339.' }),
    by: Type.String(),
    text: Type.String(),
    editedAt: Type.Union([Type.String(), Type.Null()]),
    isOwn: Type.Boolean({ description: 'May the caller edit and delete it?' }),
  }),
);

const CommentParams = Type.Object({
  ...IdParams.properties,
  comment: Type.String({ pattern: '^[0-9]{1,15}$' }),
});
const body = Type.Object({ text: Type.String({ minLength: 1, maxLength: 10_000 }) });
const common = { ...shared, tag: 'Campaigns', access: 'Viewer' } as const;
const path = '/v2/campaigns/{id}/comments';

export const listComments = endpoint({
  ...common,
  id: 'listComments',
  method: 'GET',
  path,
  summary: 'List the comments on a campaign',
  params: IdParams,
  answers: {
    200: {
      description: 'The latest 500, the oldest first',
      schema: Type.Object({ items: Type.Array(Comment) }),
    },
  },
  errors: ['not_found'],
});

export const createComment = endpoint({
  ...common,
  id: 'createComment',
  method: 'POST',
  path,
  summary: 'Comment on a campaign',
  params: IdParams,
  body,
  answers: { 201: { description: 'Created', schema: Comment } },
  errors: ['not_found'],
});

export const replaceComment = endpoint({
  ...common,
  id: 'replaceComment',
  method: 'PUT',
  path: `${path}/{comment}`,
  summary: 'Edit a comment of your own',
  params: CommentParams,
  body,
  answers: { 200: { description: 'Edited', schema: Comment } },
  errors: ['not_found', 'conflict'],
});

export const deleteComment = endpoint({
  ...common,
  id: 'deleteComment',
  method: 'DELETE',
  path: `${path}/{comment}`,
  summary: 'Delete a comment of your own',
  params: CommentParams,
  answers: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'conflict'],
});

export type CommentOutput = Static<typeof Comment>;
