// Hostile requests to every endpoint that changes something.
import { after } from 'node:test';
import { inOrder } from './run.ts';
import { testEndpoints } from './suite.ts';
import { startTarget } from './target.ts';

const target = await startTarget();
after(target.close);

testEndpoints(
  target,
  inOrder.filter(({ method }) => method !== 'GET'),
);
