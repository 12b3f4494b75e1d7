// What OpenFeature's providers request: campaigns as flags.
import { endpoint } from '../endpoint.ts';

/** Evaluate one flag. */
export const evaluateFlag = endpoint<'evaluateFlag'>('POST', '/ofrep/v1/evaluate/flags/{key}');
/** Evaluate all flags. */
export const evaluateFlags = endpoint<'evaluateFlags'>('POST', '/ofrep/v1/evaluate/flags');
