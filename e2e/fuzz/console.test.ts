// Hostile requests to every endpoint of the console.
import { testConsole } from './console-attack.ts';
import { seed } from './suite.ts';

testConsole(16, seed);
