// The part of the story about a campaign: written, discussed, published, put away.
import type { Play } from './api-play.fixture.ts';

/** Makes a campaign and uses it; what it gives deletes it. */
export async function campaigns(play: Play) {
  const variation = (name: string, data: object) => ({
    ...{ name, weight: 50, payload: { type: 'CUSTOM_JSON', data } },
  });
  const variations = [variation('Short', { text: 'Sale' }), variation('Long', { text: 'Sale!' })];
  const campaign = {
    ...{ name: 'Summer sale', selector: 'summer-sale', groups: ['home'], type: 'custom' },
    rollout: { steps: [{ traffic: 0.05, hours: 24 }] },
    metrics: { guardrails: [{ metric: 2, margin: 0.05 }] },
    experiences: [{ name: 'Everybody', variations }],
  };
  const params = { id: (await play('createCampaign', { body: campaign })).id };
  await play('listCampaigns', { query: { q: 'sale' } });
  await play('readCampaign', { params });
  await play('replaceCampaign', { params, body: { ...campaign, labels: ['summer'] } });
  await play('checkCampaign', { params });
  await play('previewCampaign', { params, body: {} });
  await teamwork(play, params);
  await play('schedulePublication', { params, body: { at: '2036-12-01T09:00:00Z' } });
  await play('unschedulePublication', { params });
  await play('publishCampaign', { params });
  await play('steerRollout', { params, body: { action: 'advance' } });
  const ending = { conclusion: 'The longer text sells no more.', decision: 'inconclusive' };
  await play('endTest', { params, body: ending });
  for (const id of ['restartCampaign', 'pauseCampaign']) await play(id, { params });
  await play('listCampaignVersions', { params });
  await play('readCampaignVersion', { params: { ...params, version: 1 } });
  await play('compareCampaignVersions', { params: { ...params, version: 2 } });
  await play('restoreCampaign', { params, body: { version: 1 } });
  const names = { name: 'Winter sale', selector: 'winter-sale' };
  await play('cloneCampaign', { params, body: names });
  for (const id of ['archiveCampaign', 'unarchiveCampaign', 'archiveCampaign']) {
    await play(id, { params });
  }
  return () => play('deleteCampaign', { params });
}

async function teamwork(play: Play, params: { readonly id: number }) {
  await play('askApproval', { params, body: { note: 'For the summer.' } });
  for (const id of ['readApproval', 'withdrawApproval']) await play(id, { params });
  await play('listApprovals');
  const written = { hypothesis: 'Longer texts sell more.', owner: 'ann@shop.example' };
  const body = { ...written, conclusion: 'They do not.', decision: 'inconclusive' };
  await play('replaceJournalEntry', { params, body });
  await play('readJournalEntry', { params });
  await play('listJournal', { query: { decision: 'inconclusive' } });
  const text = 'Is the longer text the one of the catalogue?';
  const { id: comment } = await play('createComment', { params, body: { text } });
  const of = { ...params, comment };
  await play('replaceComment', { params: of, body: { text: `${text} Solved.` } });
  await play('listComments', { params });
  await play('deleteComment', { params: of });
}
