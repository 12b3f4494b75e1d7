// Every page at two widths and in both colour schemes.
import { test } from 'node:test';
import { thoroughLooks } from './look.ts';
import { lookAtEveryPage, skip } from './pages.ts';

test('axe finds nothing on any page at any width in either colour scheme', { skip }, () =>
  lookAtEveryPage(thoroughLooks),
);
