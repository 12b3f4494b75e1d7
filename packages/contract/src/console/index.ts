// Every endpoint of the console, by its name in code.
import type { ConsoleEndpoint } from './endpoint.ts';
import * as keys from './keys.ts';
import * as observe from './observe.ts';
import * as session from './session.ts';
import * as site from './site.ts';
import * as teammates from './teammates.ts';

/** Every endpoint of the console by its name in code. */
export const consoleApi = { ...session, ...keys, ...teammates, ...site, ...observe } as const;

export const consoleEndpoints: readonly ConsoleEndpoint[] = Object.values(consoleApi);
