// Tells the programs that read pages for search engines and previews from visitors.
import { isbot } from 'isbot';
import type { Client, KeyRecord } from './context.ts';

/** An app that says the name of its HTTP library, as `okhttp/4.12`, is a visitor's. */
const likeBrowserOrCrawler = /^Mozilla\/|bot|crawl|spider/i;

/** What was said of user agents lately: visitors have few, and telling takes long. */
const told = new Map<string, boolean>();
const mostTold = 1_000;

function isBotsAgent(agent: string): boolean {
  const known = told.get(agent);
  if (known !== undefined) return known;
  if (told.size >= mostTold) told.clear();
  const isBots = isbot(agent) && likeBrowserOrCrawler.test(agent);
  told.set(agent, isBots);
  return isBots;
}

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
  return agent !== undefined && isBotsAgent(agent);
}
