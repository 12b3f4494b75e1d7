// Hostile requests to every endpoint: others than those of the suite, and more of them.
import { after } from 'node:test';
import { inOrder } from './run.ts';
import { seed, testEndpoints } from './suite.ts';
import { startTarget } from './target.ts';

const target = await startTarget();
after(target.close);

testEndpoints(target, inOrder, { seed: seed + 1, requests: 200 });
