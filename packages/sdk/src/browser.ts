// The visitor of a browser's page: cookies, prerendering, previews, and what goes when it goes.
import { createClient } from './client.ts';
import { baseOf, type ClientOptions } from './request.ts';
import { type Cookie, cookiesOf, cookieText, goneCookies, idsIn } from './visitor/cookies.ts';
import type { Jar } from './visitor/identity.ts';
import { previewIdsOf, type TabStorage, tabPreviewIds } from './visitor/preview.ts';
import { openVisitor, type Visitor, type VisitorOptions } from './visitor/visitor.ts';

export interface BrowserOptions extends ClientOptions, VisitorOptions {
  /** For visitors of all hosts of a domain, such as `shop.example`. */
  readonly cookieDomain?: string | undefined;
  /** The window of the page, unless it is the global object. */
  readonly window?: PageWindow | undefined;
}

/** What is used of a window. On a server there is no document. */
export interface PageWindow {
  readonly document?: {
    cookie: string;
    readonly referrer: string;
    readonly visibilityState: string;
    readonly prerendering?: boolean;
    readonly documentElement: { readonly lang: string };
    readonly addEventListener: (type: string, listener: () => void, options?: object) => void;
  };
  readonly location?: { readonly href: string };
  /** Where the preview of a tab is kept. Reading it throws where storage is blocked. */
  readonly sessionStorage?: TabStorage;
  readonly navigator?: {
    readonly sendBeacon?: (url: string, text: string) => boolean;
  };
  readonly addEventListener?: (type: string, listener: () => void) => void;
}

type PageDocument = NonNullable<PageWindow['document']>;

/** Makes the visitor of a page. On a server it does nothing until it is used. */
export function createVisitor(options: BrowserOptions): Visitor {
  const page = options.window ?? (globalThis as unknown as PageWindow);
  const { document } = page;
  const address = () => page.location?.href ?? '';
  const { takeLast, ...visitor } = openVisitor(
    createClient(options),
    {
      jar: document ? cookieJar(document, address, options.cookieDomain) : emptyJar,
      context: () => ({ page: pageContext(address(), document) }),
      previewIds: previewOf(page, address()),
      ready: document?.prerendering ? activationOf(document) : undefined,
      collecting: { keepalive: true },
      batchMs: 1_000,
    },
    options,
  );
  const leave = () => {
    // What a page that is prerendered has to report, it reports when somebody sees it.
    if (document?.prerendering) return;
    for (let last = takeLast(); last; last = takeLast()) {
      sendLast(page, options, { key: options.key, ...last, sentAt: Date.now() });
    }
  };
  // A tab that is put away may never be seen again, nor say so.
  document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  if (document) page.addEventListener?.('pagehide', leave);
  return visitor;
}

function pageContext(location: string, document: PageDocument | undefined) {
  const { referrer = '', documentElement } = document ?? {};
  const locale = documentElement?.lang;
  return {
    type: 'OTHER' as const,
    location,
    ...(referrer && { referrer }),
    ...(locale && { locale }),
  };
}

/** A tab that opened a preview link stays in the preview; where nothing can be kept, the page. */
const previewOf = (page: PageWindow, address: string): string[] =>
  orBlocked(
    () => (page.sessionStorage ? tabPreviewIds(address, page.sessionStorage) : undefined),
    undefined,
  ) ?? previewIdsOf(address);

const activationOf = (document: PageDocument) =>
  new Promise<void>((done) => {
    document.addEventListener('prerenderingchange', () => done(), { once: true });
  });

const emptyJar: Jar = { read: () => ({}), write: () => undefined, clear: () => undefined };

/** Cookies of scripts. One of the server's lives longer in Safari, and is left as it is. */
function cookieJar(document: PageDocument, address: () => string, domain?: string): Jar {
  const read = () => idsIn(orBlocked(() => document.cookie, ''));
  const write = (cookie: Cookie) => {
    const text = cookieText(cookie, { domain, secure: address().startsWith('https:') });
    orBlocked(() => (document.cookie = text), '');
  };
  return {
    read,
    write: (ids) => {
      const [user, session] = cookiesOf(ids);
      if (read().userId !== ids.userId) write(user);
      write(session);
    },
    clear: () => {
      for (const cookie of goneCookies) write(cookie);
    },
  };
}

/** In a sandboxed frame cookies and storage throw: the visitor is one of this page alone. */
function orBlocked<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

/** Sends what outlives the page: text without a header of ours, which needs no preflight. */
function sendLast({ navigator }: PageWindow, { url, fetch: send }: BrowserOptions, body: object) {
  const text = JSON.stringify(body);
  const address = `${baseOf(url)}/v2/collect/beacon`;
  if (navigator?.sendBeacon?.(address, text)) return;
  const request = send ?? fetch;
  const headers = { 'content-type': 'text/plain' };
  request(address, { method: 'POST', body: text, headers, keepalive: true }).catch(() => undefined);
}
