// How the journeys look at a page: at every width, in both colour schemes, with axe, and for
// anything that it ran of what it should only show.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { tooWideOn, untilInside } from './browser.ts';
import { marker } from './hostile.ts';

/** Where to leave pictures of the pages; none are taken unless it is set. */
const pictures = process.env['PICTURES'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * What axe finds against WCAG 2.2 AA and its own best practices, by all its rules or by some, once
 * nothing moves: a colour on its way to another has too little contrast.
 */
export async function violationsOn(
  page: Page,
  rules: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  await settle(page);
  return violationsNow(page, rules);
}

/** The same while something moves on purpose. */
export async function violationsNow(
  page: Page,
  rules: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  // Through the debugger, which the page's policy on scripts does not concern.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  // What it would load before is read by no rule that is in force.
  const options = { resultTypes: ['violations'], preload: false, ...rules };
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${page.url()} ${id}: ${html} ${failureSummary}`),
  );
}

const contrast = 'color-contrast';

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** Of axe; undefined: it does not look. */
  readonly rules: Readonly<Record<string, unknown>> | undefined;
}

/** Fits a desk and a telephone, where axe looks by all its rules. */
const looks: readonly Look[] = [
  { width: 1440, colorScheme: 'light', rules: undefined },
  { width: 360, colorScheme: 'dark', rules: {} },
];

/**
 * By axe at each width and in each scheme. The schemes differ in colours alone, so that all other
 * rules look once at each width, and contrasts, which cost as much as all of them, at each width
 * and scheme once. The second look is for pictures.
 */
export const thoroughLooks: readonly Look[] = [
  { width: 1440, colorScheme: 'light', rules: {} },
  { width: 1440, colorScheme: 'dark', rules: undefined },
  { width: 360, colorScheme: 'dark', rules: { runOnly: [contrast] } },
  { width: 360, colorScheme: 'light', rules: { rules: { [contrast]: { enabled: false } } } },
];

/** Resolves when a page has what it asked for, and nothing moves in it any more. */
async function settle(page: Page): Promise<void> {
  await untilInside(
    page,
    `document.querySelectorAll('.mantine-Skeleton-root').length === 0 &&
    document.getAnimations().every((one) => one.playState !== 'running')`,
  );
}

async function look(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name.replaceAll(/\W+/g, '-')}.png`) });
}

/** Looks at a page in several widths and colour schemes; what is wrong with it, in words. */
export async function lookAll(page: Page, name: string, each = looks): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme, rules } of each) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    // The page hears of it, and changes its colours in a moment.
    const scheme = 'document.documentElement.dataset.mantineColorScheme';
    await untilInside(page, `${scheme} === '${colorScheme}'`);
    await settle(page);
    const tooWide = await tooWideOn(page);
    if (tooWide !== undefined) found.push(tooWide);
    if (rules) found.push(...(await violationsOn(page, rules)));
    await look(page, `${name}-${width}-${colorScheme}`);
  }
  return found;
}

/** Of a page whose marker was set to 0 before it began. */
export async function assertNothingRan(page: Page): Promise<void> {
  const path = page.url();
  assert.equal(await page.evaluate(`globalThis.${marker}`), 0, path);
  const made = `document.querySelectorAll('[data-${marker}]').length`;
  assert.equal(await page.evaluate(made), 0, `${path} made an element of what it should show`);
}
