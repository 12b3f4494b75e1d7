// Feeds that are deleted, and what would miss them.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { FeedParams, IfMatch, maybe, shared } from './shared.ts';

const CampaignOfFeed = Type.Object({
  id: Type.Integer(),
  selector: Type.String(),
  isLive: Type.Boolean({ description: 'The live version recommends from the feed.' }),
});

const StrategyOfFeed = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  isNamed: Type.Boolean({ description: 'false: it has the feed as the first of the site.' }),
  campaigns: Type.Array(CampaignOfFeed),
});

const FeedUses = Type.Object({
  isNeeded: Type.Boolean({ description: 'By a live campaign; then the feed cannot be deleted.' }),
  strategies: Type.Array(StrategyOfFeed, { description: 'That recommend from the feed, by id.' }),
  nextFeed: maybe(
    Type.String({
      description: 'The id of the feed that strategies which name none would have then.',
    }),
  ),
  properties: Type.Array(Type.String(), {
    description: 'Affinity columns that no other feed has: profiles would no longer learn them.',
  }),
});

export const readFeedUses = endpoint({
  ...shared,
  id: 'readFeedUses',
  method: 'GET',
  path: '/v2/feeds/{feedId}/uses',
  summary: 'Read what would miss a feed: campaigns, strategies, affinity properties',
  params: FeedParams,
  answers: { 200: { description: 'As it is now', schema: FeedUses } },
  errors: ['not_found'],
});

export const deleteFeed = endpoint({
  ...shared,
  id: 'deleteFeed',
  method: 'DELETE',
  path: '/v2/feeds/{feedId}',
  summary: 'Delete a feed with its items, its history, its files and its pulls',
  description:
    'Irreversible. It is gone for everybody at once; its rows are removed in the background, and ' +
    'its id is free after that. `conflict` while a live campaign recommends from it, or while its ' +
    'items are being changed.',
  params: FeedParams,
  headers: Type.Object(IfMatch),
  answers: { 204: { description: 'It is gone' } },
  errors: ['not_found', 'conflict', 'revision_mismatch'],
});

export type FeedUsesOutput = Static<typeof FeedUses>;
