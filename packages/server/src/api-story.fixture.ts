// A story on the demo shop, in which every operation of the API is used with success.
import { campaigns } from './api-campaigns.fixture.ts';
import type { Play } from './api-play.fixture.ts';
import { notifications } from './notifications-story.fixture.ts';
import { eventually } from './testing.ts';

const person = { cuid: 'visitor-001', cuidType: 'external' };
/** Of an item of the demo shop. */
const sku = 'OJ3-RED-L';

/**
 * Plays all of it. Things are made, read, changed, and deleted at the end. `folded` resolves when
 * what was reported is in the log.
 */
export async function playStory(play: Play, folded: () => Promise<void>): Promise<void> {
  await play('readOwnKey');
  const deleteFeed = await feeds(play);
  const deleteExperiences = await experiences(play);
  await notifications(play);
  await visits(play, folded);
  await people(play);
  await insights(play);
  await deleteExperiences();
  await deleteFeed();
  await play('eraseUserProfile', { query: person });
  const { batchId } = await play('eraseUserProfiles', { body: { people: [person] } });
  await play('readErasures', { params: { batchId } });
  await eventually(async () => (await play('listIngestionWarnings')).warnings.length > 0);
}

async function feeds(play: Play) {
  const feed = { id: '778', name: 'Outlet', affinity: ['categories', 'color'] };
  await play('createFeed', { body: feed });
  const params = { feedId: feed.id };
  const item = {
    sku: 'OUT-1',
    group_id: 'OUT',
    name: 'Trail shoe of last season',
    url: 'https://demo.shop.example/p/out-1',
    price: 49.9,
    in_stock: true,
    image_url: 'https://demo.shop.example/images/out-1.jpg',
    categories: ['Running', 'Shoes'],
    color: 'red',
  };
  const put = await play('putFeed', { params, body: { items: [item] } });
  const transactionId = put.data.transaction_id;
  const requests = [{ id: item.sku, action: 'update', body: { data: { ...item, price: 39.9 } } }];
  await play('bulkFeed', { params, body: { requests } });
  await play('readFeedTransaction', { params: { ...params, transactionId } });
  await play('readFeedTransactionItem', { params: { ...params, transactionId, itemId: item.sku } });
  await play('changeFeed', { params, body: { name: 'Outlet of the shop' } });
  await play('listFeedRevisions', { params });
  await play('compareFeedRevisions', { params, query: { from: 1, to: 2 } });
  await play('rollbackFeed', { params, query: { dryRun: true }, body: { toRevision: 1 } });
  await uploads(play, params, item);
  await demoItems(play, { feedId: '777' });
  return () => play('deleteFeed', { params });
}

/** What the demo shop has, so that examples of parameters are good there. */
async function demoItems(play: Play, params: { readonly feedId: string }) {
  await play('listFeeds');
  await play('readFeed', { params });
  await play('readFeedUses', { params });
  await play('readFeedHealth', { params });
  await play('listItemProblems', { params });
  await play('listFeedItems', { params, query: { limit: 1 } });
  await play('readFeedItem', { params: { ...params, sku } });
  await play('describeFeedItem', { params: { ...params, sku } });
}

async function uploads(play: Play, params: { readonly feedId: string }, item: object) {
  const cells = { ...item, categories: 'Running|Shoes' };
  const unpriced = { ...cells, sku: 'no-price', price: '' };
  const rows = [Object.keys(item), Object.values(cells), Object.values(unpriced)];
  const csv = rows.map((row) => row.join(',')).join('\n');
  const file = { query: { name: 'outlet.csv' }, body: new Blob([csv]) };
  const { id: uploadId } = await play('startFeedUpload', { params, ...file });
  const upload = { ...params, uploadId };
  await play('listFeedUploads', { params });
  await play('readFeedUpload', { params: upload });
  const reading = { format: 'csv', delimiter: ',' };
  await play('detectFeedUpload', { params: upload, body: reading });
  await play('previewFeedUpload', { params: upload, body: reading });
  await play('checkFeedUpload', { params: upload, body: reading });
  const isIn = (state: string) => async () =>
    (await play('readFeedUpload', { params: upload })).state === state;
  await eventually(isIn('checked'));
  await play('listRejectedRows', { params: upload });
  await play('publishFeedUpload', { params: upload, body: { reading } });
  await eventually(isIn('published'));
  await play('deleteFeedUpload', { params: upload });
  const pull = { isOn: false, url: 'https://demo.shop.example/outlet.csv' };
  const schedule = { everyMinutes: 60 };
  await play('replaceFeedPull', { params, body: { ...pull, schedule, reading } });
  await play('readFeedPull', { params });
  await play('listFeedPulls', { params });
  await play('testFeedPull', { params, body: { url: pull.url } });
  await play('runFeedPull', { params });
  await play('listFeedPullRuns', { params });
  await play('deleteFeedPull', { params });
}

async function experiences(play: Play) {
  const deleteAudience = await audiences(play);
  const deleteStrategy = await strategies(play);
  const deleteTemplate = await templates(play);
  const deleteOthers = await shares(play);
  const deleteCampaign = await campaigns(play);
  await play('exportExperiences');
  const audience = { name: 'In the evening', condition: { 'time.hour': { $gte: 18 } } };
  await play('importExperiences', { query: { dryRun: true }, body: { audiences: [audience] } });
  return async () => {
    await deleteCampaign();
    await deleteOthers();
    await deleteTemplate();
    await deleteStrategy();
    await deleteAudience();
  };
}

async function audiences(play: Play) {
  await audienceLists(play);
  await play('listAudienceFields');
  const condition = { 'affinity.color.red.rank': { $lte: 2 } };
  await play('estimateAudience', { body: { condition } });
  const audience = { name: 'Likes red', condition };
  const params = { id: (await play('createAudience', { body: audience })).id };
  await play('listAudiences');
  await play('readAudience', { params });
  const notes = 'For the summer sale.';
  await play('replaceAudience', { params, body: { ...audience, notes } });
  await play('listAudienceVersions', { params });
  await play('readAudienceVersion', { params: { ...params, version: 1 } });
  await play('compareAudienceVersions', { params: { ...params, version: 2 } });
  await play('restoreAudience', { params, body: { version: 1 } });
  return () => play('deleteAudience', { params });
}

async function audienceLists(play: Play) {
  const list = await play('createAudience', { body: { name: 'Best customers', kind: 'list' } });
  const params = { id: list.id };
  await play('replaceAudienceMembers', { params, body: { members: [person] } });
  const add = [{ ...person, cuid: 'visitor-002' }];
  await play('changeAudienceMembers', { params, body: { add, remove: [person] } });
}

async function strategies(play: Play) {
  const steps = [{ method: { type: 'popularity', event: 'view', window: 30 } }];
  const strategy = { name: 'What others look at', steps };
  const params = { id: (await play('createStrategy', { body: strategy })).id };
  await play('listStrategies');
  await play('readStrategy', { params });
  const filters = [{ type: 'in-stock' }];
  await play('replaceStrategy', { params, body: { ...strategy, filters } });
  await play('listStrategyVersions', { params });
  await play('readStrategyVersion', { params: { ...params, version: 1 } });
  await play('compareStrategyVersions', { params: { ...params, version: 2 } });
  await play('previewStrategy', { body: { strategyId: params.id, slots: 1, user: person } });
  await play('startEvaluation', { body: { strategies: [params.id] } });
  const [{ id: evaluation }] = (await play('listEvaluations')).items;
  await play('readEvaluation', { params: { evaluation } });
  await play('restoreStrategy', { params, body: { version: 1 } });
  const [{ id: model }] = (await play('listModels')).items;
  await play('readModel', { params: { model } });
  await play('rebuildModel', { params: { model } });
  return () => play('deleteStrategy', { params });
}

/** A template, and what it was. */
async function templates(play: Play) {
  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string', title: 'Text', default: 'Sale' },
      image: { type: 'string', title: 'Image', format: 'image' },
    },
    required: ['text'],
  };
  const body = { name: 'Promotion', schema, view: '<p>{{text}}</p>' };
  const params = { id: (await play('createTemplate', { body })).id };
  await play('listTemplates', { query: { q: 'promotion' } });
  await play('readTemplate', { params });
  await play('replaceTemplate', { params, body: { ...body, view: '<b>{{text}}</b>' } });
  await play('listTemplateVersions', { params });
  await play('readTemplateVersion', { params: { ...params, version: 1 } });
  await play('compareTemplateVersions', { params: { ...params, version: 2 } });
  await play('restoreTemplate', { params, body: { version: 1 } });
  return () => play('deleteTemplate', { params });
}

/** Metrics, identifier types, layers and holdouts. */
async function shares(play: Play) {
  const kinds = [
    ['Metric', { name: 'Purchase', kind: 'conversion', event: { type: 'purchase' } }],
    ['IdentifierType', { name: 'loyalty-number' }],
    ['Layer', { name: 'Home page' }],
    ['Holdout', { name: 'Nobody is tested here', share: 0.01, labels: ['summer'] }],
  ] as const;
  const deletes: (() => Promise<unknown>)[] = [];
  for (const [kind, body] of kinds) {
    const params = { id: (await play(`create${kind}`, { body })).id };
    await play(`list${kind}s`);
    await play(`read${kind}`, { params });
    await play(`replace${kind}`, { params, body });
    if (kind === 'Holdout') await play('reportHoldout', { params });
    deletes.push(() => play(`delete${kind}`, { params }));
  }
  return () => Promise.all(deletes.map((one) => one()));
}

async function visits(play: Play, folded: () => Promise<void>) {
  const user = person;
  const page = { type: 'PRODUCT', data: [sku], location: 'https://demo.shop.example/p/1' };
  const context = { page, device: { type: 'mobile' } };
  const selector = { names: ['home-hero', 'for-you'] };
  const { choices } = await eventually(async () => {
    const answer = await play('choose', { body: { user, selector, context } });
    return answer.warnings ? undefined : answer;
  });
  const [{ decisionId, variations }] = choices;
  const flag = { context: { targetingKey: person.cuid, ...person } };
  await play('evaluateFlag', { params: { key: 'home-hero' }, body: flag });
  await play('evaluateFlags', { body: flag });
  await play('collectPageview', { body: { user, context } });
  const seen = { svcType: 'add-to-cart-v1', productId: sku, value: 89.9, quantity: 1 };
  const events = [{ name: 'Add to cart', properties: { ...seen, currency: 'USD' } }];
  const misspelt = [{ name: 'Add to cart', properties: { ...seen, svcType: 'add-to-basket-v1' } }];
  await play('collectEvents', { body: { user, events: misspelt } });
  await play('collectEvents', { body: { user, events } });
  await play('collectBeacon', { body: { user: { id: '5b6c2f10' }, events } });
  const click = { type: 'CLICK', decisionId, variations: [variations[0].id] };
  await play('collectEngagement', { body: { user, engagements: [click] } });
  const [event] = events;
  await play('collectPersonEvents', { body: { events: [{ ...person, ...event }] } });
  await folded();
  await play('replayDecision', { body: { decisionId } });
  await play('whyDecision', { body: { user, selector: { names: ['home-hero'] } } });
}

async function people(play: Play) {
  const query = person;
  await play('readUserProfile', { query: { ...query, affinity: true } });
  await play('exportUserProfile', { query });
  await play('exportUserProfiles', { body: { people: [person] } });
  await play('readAffinityDetail', { query });
  const value = { property: 'color', value: 'red' };
  await play('readAffinitySources', { query: { ...query, ...value } });
  await play('editAffinity', { query, body: { set: [{ ...value, action: 'mute' }] } });
  await play('tryAffinity', { body: { settings: { halfLifeDays: 60 }, people: [person] } });
  const requests = [{ action: 'upsert', ...person, data: { plan: 'gold' } }];
  const { data } = await play('importUserdata', { body: { requests } });
  const params = { transactionId: data.transaction_id };
  await play('readUserdataTransaction', { params });
  await play('readUserdataTransactionItem', { params: { ...params, itemId: 1 } });
}

async function insights(play: Play) {
  const { items } = await play('listCampaigns', { query: { q: 'Free shipping bar' } });
  await play('reportCampaign', { params: { id: items[0].id } });
  await play('reportRecommendations');
  await play('planTest', { query: { metric: 'purchases', effect: '0.1' } });
}
