// What `/sdk.js` puts into a page as `Attune`, for a script tag.
import { type BrowserOptions, createVisitor as createVisitorAt } from './browser.ts';
import type { Visitor } from './visitor/visitor.ts';

interface Scripted {
  readonly currentScript?: { readonly src?: string } | null;
}

// Known only while the script itself runs.
const { currentScript } = (globalThis as unknown as { readonly document: Scripted }).document;
const ownUrl = currentScript?.src ? new URL('.', currentScript.src).href : '';

/** Makes the visitor of the page, at the server that the script came from. */
export const createVisitor = (options: Omit<BrowserOptions, 'url'> & { url?: string }): Visitor =>
  createVisitorAt({ url: ownUrl, ...options });
