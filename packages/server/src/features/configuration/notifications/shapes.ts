// The JSON that each type of channel takes.
import type { ChannelType } from '@attune/contract';

export interface ShownMessage {
  readonly siteName: string;
  readonly text: string;
  /** Of the console; undefined where no setting says where that is. */
  readonly url: string | undefined;
  /** JSON text, as webhooks have it. */
  readonly message: string;
}

/** The body of the request to a channel, by its type; mail is no request. */
export const bodyFor: Readonly<
  Record<Exclude<ChannelType, 'email'>, (shown: ShownMessage) => string>
> = {
  webhook: ({ message }) => message,
  slack: ({ siteName, text, url }) => {
    const link = url === undefined ? '' : ` <${escapedForSlack(url)}|Open in Attune>`;
    const said = `*${escapedForSlack(siteName)}*: ${escapedForSlack(text)}`;
    return JSON.stringify({ text: said + link });
  },
  teams: ({ siteName, text, url }) =>
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
            ...(url !== undefined && {
              actions: [{ type: 'Action.OpenUrl', title: 'Open in Attune', url }],
            }),
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
