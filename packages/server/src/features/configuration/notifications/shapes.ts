// The JSON that each type of channel takes.
import type { ChannelType } from '@attune/contract';
import type { Sentence } from './sentences.ts';

export interface ShownMessage extends Sentence {
  readonly siteName: string;
  /** JSON text, as webhooks have it. */
  readonly message: string;
}

/** The body of the request to a channel. */
export const bodyFor: Readonly<Record<ChannelType, (shown: ShownMessage) => string>> = {
  webhook: ({ message }) => message,
  slack: ({ siteName, text }) =>
    JSON.stringify({ text: `*${escapedForSlack(siteName)}*: ${escapedForSlack(text)}` }),
  teams: ({ siteName, text }) =>
    JSON.stringify({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', weight: 'Bolder', wrap: true, text: plainForTeams(siteName) },
              { type: 'TextBlock', wrap: true, text: plainForTeams(text) },
            ],
          },
        },
      ],
    }),
};

/**
 * Slack reads mentions and links in angle brackets.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
function escapedForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text blocks read some Markdown; a name of a campaign must make no link. */
function plainForTeams(text: string): string {
  return text.replaceAll(/[\\`*_[\]()#<>|~]/g, (sign) => `\\${sign}`);
}
