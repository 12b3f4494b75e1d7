// What a teammate sees while the database is away: why nothing comes, and then what was wanted.
import { after, test } from 'node:test';
import {
  makeTeammate,
  password,
} from '../../packages/server/src/features/access/teammates/teammates.fixture.ts';
import {
  type DatabaseLink,
  openLink,
} from '../../packages/server/src/http/database-link.fixture.ts';
import { openShop, type Shop, skip } from './browser.ts';

const links: DatabaseLink[] = [];
after(async () => {
  for (const link of links) await link.close();
});
const through = async (databaseUrl: string) => {
  const link = await openLink(databaseUrl);
  links.push(link);
  return link.url;
};
const shop = (skip ? undefined : await openShop({ through })) as Shop;
const [link] = links;
// Before the server closes.
after(() => link?.mend());

test('pages say that the database is away, and go on by themselves', { skip }, async () => {
  const { page, open } = await shop.windowOf({ role: 'Admin', codeEditing: true });
  await shop.server.test.key(['serve']);
  await open('/test/campaigns');
  link?.cut();
  await page.getByRole('link', { name: 'API Keys' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The database cannot be reached' });
  await alert.getByText('Retrying automatically').waitFor();
  await page.goto(page.url());
  await alert.waitFor();
  link?.mend();
  await page.getByText('test key').first().waitFor();
  await alert.waitFor({ state: 'detached' });
});

test('signing in says so too, and works once it is back', { skip }, async () => {
  const email = 'ann@shop.example';
  const admin = { role: 'Admin', codeEditing: true } as const;
  await makeTeammate(shop.server.ctx, email, { [shop.server.test.id]: admin });
  const { page, open } = await shop.window();
  await open('/sign-in');
  link?.cut();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const send = () => page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await send();
  await page.getByText('The database cannot be reached').waitFor();
  link?.mend();
  await send();
  await page.waitForURL('**/console/test/**');
});
