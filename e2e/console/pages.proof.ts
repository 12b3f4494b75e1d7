// Every page and every dialog at two widths and in both colour schemes.
import { test } from 'node:test';
import { dialogs, lookAtDialogs } from './dialogs.ts';
import { thoroughLooks } from './look.ts';
import { lookAtEveryPage, skip } from './pages.ts';

test('axe finds nothing on any page at any width in either colour scheme', { skip }, () =>
  lookAtEveryPage(thoroughLooks),
);

for (const of of Object.keys(dialogs) as (keyof typeof dialogs)[]) {
  test(
    `axe finds nothing in any dialog of ${of}, at any width in either colour scheme`,
    {
      skip,
    },
    () => lookAtDialogs(of, thoroughLooks),
  );
}
