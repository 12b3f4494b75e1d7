// Every page on a desk and on a telephone.
import { test } from 'node:test';
import { lookAtEveryPage, skip } from './pages.ts';

test(
  'every page fits a telephone and a desk, axe finds nothing, and what others wrote is shown and never run',
  {
    skip,
  },
  () => lookAtEveryPage(),
);
