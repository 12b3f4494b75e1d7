// The address of a page of the site with a preview: what the client library reads from it.
import { storedText } from '../../../ui/stored.ts';

const parameter = 'attune_preview';

/** An address as it is typed, `shop.example` too; undefined: it is none of a web page. */
export function pageIn(typed: string): URL | undefined {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text);
  const address = whole ? text : `https://${text}`;
  if (text === '' || !URL.canParse(address)) return undefined;
  const page = new URL(address);
  return page.protocol === 'https:' || page.protocol === 'http:' ? page : undefined;
}

/** The page with a preview; `off` leaves it. */
export function previewLink(page: URL, id: string | 'off'): string {
  const link = new URL(page);
  link.searchParams.set(parameter, id);
  return link.href;
}

/** The page that a teammate previewed last on a site. */
export const previewPage = (site: string) => storedText(`attune-preview-page ${site}`);
