// Front door of templates: what a variation begins with, and what it looks like.
export { payloadToBeginWith } from './begin.ts';
export { type TextFormat, textFormats } from './formats.ts';
export { parseView, type View, type ViewFault } from './view.ts';
