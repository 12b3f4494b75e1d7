// Whether pages show a campaign: what its placement came to.
import Type from 'typebox';
import { id, MaybeTime, siteAddress, siteName, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const Placement = Type.Object({ shownAt: MaybeTime });

export const readPlacement = consoleEndpoint({
  tag,
  id: 'readPlacement',
  method: 'GET',
  path: `${siteAddress}/campaigns/{id}/placement`,
  summary: 'When a page last requested a campaign for a user who is new to it',
  description:
    'null: no page has. Previews, bots and users who were exposed before do not count. ' +
    'In an experience with more than 2,000 users, only the 1,000 lowest and the 1,000 ' +
    'highest user ids are read.',
  access: 'Viewer',
  params: Type.Object({ site: siteName, id }),
  answers: { 200: { description: 'When it was shown', schema: Placement } },
  errors: ['not_found'],
});
