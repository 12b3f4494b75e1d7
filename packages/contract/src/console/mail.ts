// Mails that Attune sends by itself, such as invitations: what was sent, and a test.
import Type from 'typebox';
import { Delivery } from '../endpoints/manage/channels.ts';
import { SiteParams, siteAddress, tag } from './common.ts';
import { consoleEndpoint } from './endpoint.ts';

const shared = { tag, access: 'Admin', params: SiteParams } as const;

export const readMail = consoleEndpoint({
  ...shared,
  id: 'readMail',
  method: 'GET',
  path: `${siteAddress}/mail`,
  summary: 'By which server mails are sent, and the last mails that belong to no channel',
  answers: {
    200: {
      description: 'null: there is no mail server, and links are shown instead',
      schema: Type.Object({
        server: Type.Union([
          Type.Object({ host: Type.String(), from: Type.String() }),
          Type.Null(),
        ]),
        mails: Type.Array(Type.Object({ ...Delivery.properties, recipient: Type.String() })),
      }),
    },
  },
});

export const testMail = consoleEndpoint({
  ...shared,
  id: 'testMail',
  method: 'POST',
  path: `${siteAddress}/mail/test`,
  summary: 'Send a test mail to oneself',
  answers: {
    202: { description: 'It waits', schema: Type.Object({ recipient: Type.String() }) },
  },
  errors: ['conflict'],
});
