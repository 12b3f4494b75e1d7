// A window of a test: a page with an address, cookies that behave, and beacons that are kept.
import { type BrowserOptions, createVisitor, type PageWindow } from './browser.ts';
import { choices, type Listening, listen } from './http.fixture.ts';

function pageDocument(jar: Map<string, string>, written: string[], state: object) {
  const document = new EventTarget();
  const members = {
    referrer: 'https://search.example/',
    visibilityState: 'visible',
    documentElement: { lang: 'en' },
    ...state,
  };
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => [...jar].map((pair) => pair.join('=')).join('; '),
    set: (text: string) => {
      written.push(text);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (text.includes('Max-Age=0;')) jar.delete(name);
      else jar.set(name, value);
    },
  });
  return Object.assign(document, members) as never as NonNullable<PageWindow['document']>;
}

/** What a page of a browser has of a window, with cookies that behave. */
export class TestWindow extends EventTarget implements PageWindow {
  readonly jar = new Map<string, string>();
  readonly written: string[] = [];
  readonly beacons: { url: string; body: { [name: string]: never } }[] = [];
  takesBeacons = true;
  location: { href: string };
  readonly document: NonNullable<PageWindow['document']>;
  readonly navigator = {
    sendBeacon: (url: string, text: string) => {
      if (this.takesBeacons) this.beacons.push({ url, body: JSON.parse(text) });
      return this.takesBeacons;
    },
  };

  constructor(href = 'https://shop.example/', state: { prerendering?: boolean } = {}) {
    super();
    this.location = { href };
    this.document = pageDocument(this.jar, this.written, state);
  }

  /** Has the page put away, or left. */
  leave(): void {
    this.dispatchEvent(new Event('pagehide'));
  }
}

/** A service that chooses, and takes what it is told. */
export const service = () =>
  listen((response, _at, one) => {
    if (one.path.endsWith('/choose')) choices(response, one);
    else response.writeHead(204).end();
  });

/** The visitor of a page before a service. */
export const visitorAt = (
  { url }: Listening,
  window: TestWindow,
  options: Partial<BrowserOptions> = {},
) => createVisitor({ url, key: 'k', window, ...options });

export const fallback = { headline: 'Welcome' };
