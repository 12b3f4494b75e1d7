// Hostile requests to every endpoint of the console: others than those of the suite, and more.
import { testConsole } from './console-attack.ts';
import { seed } from './suite.ts';

testConsole(40, seed + 1);
