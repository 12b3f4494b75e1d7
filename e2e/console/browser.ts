// A real browser before a real server, with teammates who are signed in.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Membership } from '@attune/contract';
import { type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { signedIn } from '../../packages/server/src/features/access/teammates/teammates.fixture.ts';
import {
  type TestServer,
  type TestServerOptions,
  testServer,
} from '../../packages/server/src/testing.ts';

/** The shell is Chromium without windows, which are not needed here; it takes half the time. */
const programs = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].filter((path) => path !== undefined);
const program = programs.find(existsSync);

/** Why journeys are skipped, if they are. */
export const skip = program
  ? false
  : "needs a browser: apt-get install chromium-headless-shell, or set CHROMIUM to one's program";

/** A browser without a window says so, also in beacons, and is taken for a bot. */
const userAgent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const millisecondsMax = 30_000;
/** Between two looks from outside: a look costs the page that is waited for as well. */
const lookMs = 10;

export interface Shop {
  readonly server: TestServer;
  /** A window in which nobody is signed in. */
  readonly window: () => Promise<Window>;
  /** A window in which a new teammate of the site `test` is signed in. */
  readonly windowOf: (membership: Membership) => Promise<Window>;
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens an address below `/console`. */
  readonly open: (path: string) => Promise<void>;
  /** What went wrong in the page so far: exceptions, and what the policy of the page refused. */
  readonly faults: readonly string[];
}

let teammates = 0;

/** Starts a browser, which ends with the test file. Each of its windows has cookies of its own. */
export async function openBrowser(): Promise<() => Promise<Omit<Window, 'open'>>> {
  const args = ['--no-sandbox', `--user-agent=${userAgent}`];
  const browser = await chromium.launch({ executablePath: program!, args });
  after(() => browser.close());
  return async () => {
    const context = await browser.newContext({
      userAgent,
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
      // Nothing moves, so that nobody waits for it to stop.
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(millisecondsMax);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      // The server's errors are listed as well; tests check those where they belong.
      const isRefusal = /the server responded with a status of 4\d\d/.test(message.text());
      if (message.type() !== 'error' || isRefusal) return;
      faults.push(`${message.text()} ${message.location().url}`);
    });
    return { page, context, faults };
  };
}

/** Starts a server and a browser, which end with the test file. */
export async function openShop(options: TestServerOptions = {}): Promise<Shop> {
  const server = await testServer({ api: true, worker: true }, options);
  after(server.close);
  const newWindow = await openBrowser();

  const window: Shop['window'] = async () => {
    const { page, context, faults } = await newWindow();
    const quiet = quietOf(page);
    const open = async (path: string) => {
      await page.goto(`${server.url}/console${path}`);
      await quiet();
    };
    return { page, context, open, faults };
  };

  const windowOf: Shop['windowOf'] = async (membership) => {
    teammates += 1;
    const email = `teammate-${teammates}@shop.example`;
    const { cookies } = await signedIn(server, server.test.id, membership, email);
    const opened = await window();
    await keepCookies(opened.context, cookies);
    return opened;
  };
  return { server, window, windowOf };
}

/** So long nothing may have been asked of the server. */
const quietMs = 100;

/** Waits for a page until what it asked for is there, and nothing that came of it is asked for. */
function quietOf(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let changedMs = performance.now();
  page.on('request', (request) => {
    // Not always is it told of what the document before asked for that it has ended.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.clear();
    underWay.add(request);
    changedMs = performance.now();
  });
  const end = (request: Request) => {
    underWay.delete(request);
    changedMs = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const isQuiet = async () => {
    // A page that still works has not asked yet: it answers when it is done.
    await page.evaluate('new Promise(requestAnimationFrame)');
    return underWay.size === 0 && performance.now() > changedMs + quietMs;
  };
  const awaited = () => [...underWay].map((request) => request.url()).join(', ');
  return () => until(isQuiet, () => `a page does not come to rest; asked for: ${awaited()}`);
}

async function keepCookies(context: BrowserContext, cookies: ReadonlyMap<string, string>) {
  const attributes = { domain: 'localhost', path: '/', secure: true, httpOnly: true };
  await context.addCookies(
    [...cookies].map(([name, value]) => ({ name, value, ...attributes, sameSite: 'Strict' })),
  );
}

/** No page may be wider than the window: a reader on a telephone scrolls one way. */
export async function assertFits(page: Page): Promise<void> {
  assert.equal(await tooWideOn(page), undefined);
}

/** What is wider than the window of a page, in words; undefined: nothing is. */
export async function tooWideOn(page: Page): Promise<string | undefined> {
  // What depends on the window's width is drawn a frame after that has changed, or two.
  const twoFrames =
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
  await page.evaluate(twoFrames);
  const [content, width, first] = await page.evaluate<[number, number, string | undefined]>(`[
    document.documentElement.scrollWidth, innerWidth,
    [...document.querySelectorAll('main *')].findLast(
      (one) => one.getBoundingClientRect().right > innerWidth + 0.5)?.outerHTML.slice(0, 300)]`);
  if (content <= width) return undefined;
  return `${page.url()} is ${content} wide in a window of ${width}: ${first}`;
}

/** Resolves when something has become true; looks again and again, for some seconds. */
export async function until(
  isTrue: () => Promise<boolean>,
  fault = () => 'it does not come true',
): Promise<void> {
  const endMs = performance.now() + millisecondsMax;
  while (!(await isTrue())) {
    if (performance.now() > endMs) assert.fail(fault());
    await delay(lookMs);
  }
}

/** Resolves when an expression is true in a page, which looks once a frame for some seconds. */
export async function untilInside(page: Page, expression: string): Promise<void> {
  const isTrue = await page.evaluate<boolean>(`new Promise((done) => {
    const endMs = performance.now() + ${millisecondsMax};
    const look = () => {
      if (${expression}) done(true);
      else if (performance.now() > endMs) done(false);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  assert.ok(isTrue, `it does not come true: ${expression}`);
}
