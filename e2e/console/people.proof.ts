// Teammates and what they have done: roles, the audit log, copies between sites, reasons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  makeTeammate,
  password,
} from '../../packages/server/src/features/access/teammates/teammates.fixture.ts';
import { insertAudit } from '../../packages/server/src/features/configuration/audit/index.ts';
import { experiencesOf } from '../../packages/server/src/features/experiences/campaigns/campaigns.fixture.ts';
import { openShop, type Shop, skip } from './browser.ts';
import { pick } from './builder.ts';

const shop = (skip ? undefined : await openShop()) as Shop;
const admin = { role: 'Admin', codeEditing: true } as const;
const editor = { role: 'Editor', codeEditing: false } as const;
const dayMs = 86_400_000;

test('an Editor finds who changed a campaign yesterday, what was changed, and the campaign', {
  skip,
}, async () => {
  const { server, windowOf } = shop;
  const { ctx, test: site } = server;
  const { manage } = await experiencesOf(server, site);
  const experiences = [{ name: 'All', variations: [{ name: 'A', weight: 1, payload: null }] }];
  const body = { name: 'Spring hero', selector: 'spring', type: 'custom', experiences };
  const { id } = (await manage('POST', '/v2/campaigns', body)).body;
  const change = { siteId: site.id, subject: 'Spring hero', subjectId: String(id) };
  const details = { before: { traffic: 0.1, version: 1 }, after: { traffic: 0.9, version: 2 } };
  await insertAudit(ctx.db, {
    ...{ ...change, details, actor: 'mira@shop.example', action: 'campaign.replace' },
    at: new Date(ctx.now() - dayMs),
  });

  const { page, open, faults } = await windowOf(editor);
  await open('/test/audit');
  const yesterday = new Date(ctx.now() - dayMs).toISOString().slice(0, 10);
  await page.getByRole('combobox', { name: 'What' }).fill('Camp');
  await page.getByRole('option', { name: 'Campaigns' }).click();
  await page.getByLabel('From').fill(yesterday);
  await page.getByLabel('To', { exact: true }).fill(yesterday);
  const entries = page.getByRole('list', { name: 'Audit log, newest first' });
  await page.getByText('1 entry in all.').waitFor();
  assert.match(await entries.innerText(), /mira@shop\.example edited campaign Spring hero$/m);
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByText('traffic').waitFor();
  assert.match(await entries.innerText(), /0\.1[\s\S]+0\.9/);
  // Only what an Editor may edit is offered.
  await page.getByRole('combobox', { name: 'What' }).click();
  assert.equal(await page.getByRole('option', { name: 'API keys' }).count(), 0);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Spring hero' }).click();
  await page.waitForURL(`**/console/test/campaigns?id=${id}`);
  await page.goBack();
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('created campaign').first().waitFor();
  assert.deepEqual(faults, []);
});

test('an Admin reads what each role can do, invites an Editor, and makes them a Viewer', {
  skip,
}, async () => {
  const { window, windowOf } = shop;
  const boss = await windowOf(admin);
  await boss.open('/test/teammates');
  await boss.page.getByRole('table', { name: 'What each role can do' }).waitFor();
  await boss.page.getByRole('button', { name: 'Invite teammate' }).click();
  const dialog = boss.page.getByRole('dialog');
  await dialog.getByText('Viewers can:').waitFor();
  await dialog.getByLabel('E-mail address').fill('kim@shop.example');
  await dialog.getByRole('radio', { name: 'Admin' }).check();
  await dialog.getByRole('checkbox', { name: 'Code editing' }).check();
  await dialog.getByText('Create, edit, rotate and delete API keys').waitFor();
  await dialog.getByRole('radio', { name: 'Editor' }).check();
  await dialog.getByText('Publish, schedule, pause, restart').waitFor();
  await dialog.getByText('Create, edit, archive and delete templates').waitFor();
  await dialog.getByRole('checkbox', { name: 'Code editing' }).uncheck();
  assert.equal(await dialog.getByText('Invite, change and remove teammates').count(), 0);
  await dialog.getByRole('button', { name: 'Create invitation link' }).click();
  await dialog.getByRole('button', { name: 'Copy the link' }).last().click();
  await dialog.getByText('Copied', { exact: true }).first().waitFor();
  const link = await boss.page.evaluate<string>('navigator.clipboard.readText()');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const pending = boss.page.getByRole('list', { name: 'Pending invitations' });
  assert.match(await pending.innerText(), /kim@shop\.example[\s\S]+Editor[\s\S]+Expires/);

  await pending.getByRole('button', { name: 'Change the role of kim@shop.example' }).click();
  await dialog.getByRole('radio', { name: 'Viewer' }).check();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.match(await pending.innerText(), /kim@shop\.example[\s\S]+Viewer/);
  await pending.getByRole('button', { name: 'Change the role of kim@shop.example' }).click();
  await dialog.getByRole('radio', { name: 'Editor' }).check();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const kim = await window();
  await kim.page.goto(link, { waitUntil: 'networkidle' });
  await kim.page.getByLabel('Your name').fill('Kim');
  await kim.page.getByLabel('Choose a password').fill('correct horse battery');
  await kim.page.getByRole('button', { name: 'Accept and sign in' }).click();
  await kim.page.waitForURL('**/console/test/**');

  await boss.open('/test/teammates');
  await boss.page.getByRole('button', { name: 'Change the role of Kim' }).click();
  await dialog.getByText('Editors can do everything a Viewer can, and:').waitFor();
  await dialog.getByRole('radio', { name: 'Viewer' }).check();
  assert.equal(await dialog.getByRole('checkbox', { name: 'Code editing' }).count(), 0);
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const row = boss.page.getByRole('table', { name: 'Teammates' }).getByRole('row');
  assert.match(await row.filter({ hasText: 'kim@shop.example' }).innerText(), /Viewer/);
  await boss.open('/test/audit');
  const changed = /changed the role of kim@shop\.example from Editor to Viewer/;
  await boss.page.getByRole('listitem').filter({ hasText: changed }).first().waitFor();
  await boss.page.getByText('Kim accepted the invitation as Editor').waitFor();
  assert.deepEqual([boss.faults, kim.faults], [[], []]);
});

test('a campaign is copied to another site: compared, copied as a draft, and found there', {
  skip,
}, async () => {
  const { server, window } = shop;
  const { test: site } = server;
  const production = await server.site('production');
  const { manage } = await experiencesOf(server, site);
  const condition = { 'user.attributes.tier': 'gold' };
  const audience = (await manage('POST', '/v2/audiences', { name: 'Gold', condition })).body.id;
  const experiences = [
    {
      ...{ name: 'Gold members', targeting: { $audience: audience } },
      variations: [{ name: 'A', weight: 1, payload: null }],
    },
  ];
  const body = { name: 'Gold hero', selector: 'gold-hero', type: 'custom', experiences };
  const { id } = (await manage('POST', '/v2/campaigns', body)).body;
  const memberships = { [site.id]: editor, [production.id]: editor };
  await makeTeammate(server.ctx, 'both-sites@shop.example', memberships);
  const { page, open, faults } = await window();
  await open(`/test/campaigns?id=${id}`);
  await page.getByLabel('E-mail address').fill('both-sites@shop.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Copy to production…' }).click();
  await page.getByRole('button', { name: 'Compare with production' }).click();
  const copies = page.getByRole('list', { name: 'Copies' });
  await copies.waitFor();
  assert.match(
    await copies.innerText(),
    /New\s+campaign Gold hero[\s\S]+New\s+audience Gold\s+Needed by your selection/i,
  );
  await page.getByText('Needed on production before you publish').waitFor();
  await page.getByText('User attribute tier').waitFor();
  await page.getByRole('button', { name: 'Copy as drafts' }).click();
  await page.getByRole('alert', { name: 'Copied to production' }).waitFor();
  await page.getByRole('link', { name: 'Gold hero' }).click();
  await page.waitForURL('**/console/production/campaigns?id=*');
  await page.getByText('Gold hero').first().waitFor();
  await page.getByText('Draft', { exact: true }).first().waitFor();
  await open('/production/audit');
  const noted = /copied campaign Gold hero from test/;
  await page.getByRole('listitem').filter({ hasText: noted }).first().waitFor();
  assert.deepEqual(faults, []);
});

test('why a visitor saw something leads from each step to the edit that would change it', {
  skip,
}, async () => {
  const { server, windowOf } = shop;
  const { test: site } = server;
  const { manage, publish, client } = await experiencesOf(server, site);
  const condition = { channel: 'APP' };
  const audience = (await manage('POST', '/v2/audiences', { name: 'App', condition })).body.id;
  const variations = [{ name: 'A', weight: 1, payload: null }];
  const experiences = [
    { name: 'In the app', targeting: { $audience: audience }, variations },
    { name: 'Everyone', variations },
  ];
  const id = await publish({ name: 'Reasons', selector: 'reasons', experiences });
  await manage('POST', '/v2/holdouts', { name: 'Baseline', share: 0.01 });
  const user = { cuid: 'known-ann', cuidType: 'external' };
  await client.events({ user, events: [{ name: 'Hello', properties: {} }] });
  await server.folded();
  const choices = await client.choose({ user, selector: { names: ['reasons'] } });
  await server.folded();

  const { page, open, faults } = await windowOf(editor);
  await open(`/test/why?decision=${choices.choices[0]?.decisionId}`);
  await page.getByText('known-ann').first().waitFor();
  await page.getByRole('link', { name: 'Explain what is decided now' }).click();
  await page.getByText('known-ann').first().waitFor();
  const steps = page.getByRole('region').filter({ hasText: 'Status and schedule' });
  const hrefOf = (name: string) =>
    steps.getByRole('link', { name, exact: true }).first().getAttribute('href');
  const own = `/console/test/campaigns?id=${id}&section=`;
  const at = (pointer: string) => `&at=${encodeURIComponent(pointer)}`;
  assert.equal(await hrefOf('Edit schedule'), `${own}schedule${at('/schedule')}`);
  const targeting = `${own}targeting${at('/experiences/1/targeting')}`;
  assert.equal(await hrefOf('Edit targeting of Everyone'), targeting);
  const allocation = `${own}allocation${at('/experiences/1/allocation')}`;
  assert.equal(await hrefOf('Edit allocation'), allocation);
  assert.equal(await hrefOf('Edit holdouts'), '/console/test/holdouts');
  await steps.getByRole('link', { name: 'Edit audience' }).first().click();
  await page.waitForURL(`**/console/test/audiences?id=${audience}`);
  assert.deepEqual(faults, []);
});

test('a person is explained as the person, also when their id alone is known', {
  skip,
}, async () => {
  const { server, windowOf } = shop;
  const { publish, client } = await experiencesOf(server, server.test);
  const variations = [{ name: 'A', weight: 1, payload: null }];
  const experiences = [{ name: 'Identified', targeting: { 'user.isKnown': true }, variations }];
  await publish({ name: 'Known people', selector: 'known-people', experiences });
  const user = { cuid: 'known-bo', cuidType: 'external' };
  await client.events({ user, events: [{ name: 'Hello', properties: {} }] });
  await server.folded();
  const { page, open } = await windowOf(editor);
  await open('/test/users');
  await page.getByLabel('Identifier (cuid)').fill('known-bo');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Why did they see this?' }).click();
  const campaign = page.getByRole('button', { name: /^Known people/ });
  await campaign.waitFor();
  assert.match(await campaign.innerText(), /of the experience "Identified"/);
});

test('an Editor proposes, an Admin sends back and approves, the Editor publishes; both comment', {
  skip,
}, async () => {
  const { server, windowOf } = shop;
  const { manage } = await experiencesOf(server, server.test);
  const experiences = [{ name: 'All', variations: [{ name: 'A', weight: 1, payload: null }] }];
  const body = { name: 'Proposed', selector: 'proposed', type: 'custom', experiences };
  const { id } = (await manage('POST', '/v2/campaigns', body)).body;
  const entry = { hypothesis: '', owner: 'Kim', conclusion: '', decision: null };
  await manage('PUT', `/v2/campaigns/${id}/journal`, entry);
  const boss = await windowOf(admin);
  await boss.open('/test/site');
  await pick(boss.page, 'Approval of campaigns', 'An Admin approves');
  await boss.page.getByRole('button', { name: 'Save' }).click();
  await boss.page.getByText('Saved as revision').waitFor();

  const { page, open, faults } = await windowOf(editor);
  const review = `/test/campaigns?id=${id}&section=review`;
  await open(review);
  assert.equal(await page.getByRole('button', { name: /^Publish/ }).count(), 0);
  await page.getByLabel('Note for the reviewer').fill('For Monday.');
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('The draft is waiting for approval').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0);
  await page.getByLabel('Add a comment').fill('The texts are final.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.getByText('The texts are final.').first().waitFor();

  await boss.open('/test/overview');
  await boss.page.getByText('1 campaign is waiting for your approval').waitFor();
  await boss.page.getByRole('main').getByRole('link', { name: 'Approvals' }).click();
  await boss.page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  await boss.page.getByText('For Monday.').waitFor();
  await boss.page.getByRole('link', { name: 'Review Proposed' }).click();
  await boss.page.getByText('The texts are final.').waitFor();
  assert.equal(await boss.page.getByRole('button', { name: 'Edit comment' }).count(), 0);
  await boss.page.getByLabel('Comment', { exact: true }).fill('Too early.');
  await boss.page.getByRole('button', { name: 'Send back' }).click();
  await boss.page.getByText('The draft was sent back').waitFor();

  await open(review);
  await page.getByText('Too early.').waitFor();
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('The draft is waiting for approval').waitFor();
  await boss.open(review);
  await boss.page.getByRole('button', { name: 'Approve' }).click();
  await boss.page.getByText('The draft is approved').waitFor();
  await open(review);
  await page.getByRole('button', { name: /^Publish/ }).click();
  await page.getByText('Version 1 is live').waitFor();
  await page.getByLabel('Hypothesis').fill('A hero sells more.');
  await page.getByLabel('Conclusion').fill('It does not.');
  assert.equal(await page.getByRole('combobox', { name: 'Owner' }).inputValue(), 'Kim');
  await pick(page, 'Owner', /@shop.example/);
  await pick(page, 'Decision', 'Inconclusive');
  await page.getByRole('button', { name: 'Save journal' }).click();
  await page.getByText('Decided by').waitFor();
  await boss.open('/test/journal');
  await pick(boss.page, 'Owner', /@shop.example/);
  await pick(boss.page, 'Decision', 'Inconclusive');
  await boss.page.getByText('A hero sells more.').waitFor();
  await boss.page.getByRole('link', { name: 'Proposed' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Approval asked for').first().waitFor();
  await page.getByText('Approved', { exact: true }).waitFor();
  assert.deepEqual([faults, boss.faults], [[], []]);
});
