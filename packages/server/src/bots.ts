// Tells the programs that read pages for search engines and previews from visitors.
import { isbot } from 'isbot';
import type { Client, KeyRecord } from './context.ts';

/** An app that says the name of its HTTP library, as `okhttp/4.12`, is a visitor's. */
const likeBrowserOrCrawler = /^Mozilla\/|bot|crawl|spider/i;

/**
 * Does a request come from a bot? By the user agent that it tells of, or by its own where browsers
 * send it: a shop's server is no bot, whatever it calls itself.
 */
export function isBotsRequest(
  told: string | undefined,
  { source }: Pick<KeyRecord, 'source'>,
  client: Pick<Client, 'userAgent'> | undefined,
): boolean {
  const agent = told ?? (source === 'Client-side' ? client?.userAgent : undefined);
  return agent !== undefined && isbot(agent) && likeBrowserOrCrawler.test(agent);
}
