// Front door of JSON without loss.
export { isHeld, isRawNumber, rounded } from './numbers.ts';
export { parseExact, parseWritten } from './parse.ts';
export { type Places, resolveNumbers, type Unheld } from './resolve.ts';
