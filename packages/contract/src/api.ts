// Every endpoint of the contract, by its name in code.
import type { Endpoint } from './endpoint.ts';
import { choose } from './endpoints/choose.ts';
import { collectEngagement, collectEvents, collectPageview } from './endpoints/collect.ts';
import * as feeds from './endpoints/feeds.ts';
import { readOwnKey } from './endpoints/keys.ts';
import * as manage from './endpoints/manage/index.ts';
import * as userprofile from './endpoints/userprofile.ts';

/** Every endpoint by its name in code. */
export const api = {
  readOwnKey,
  choose,
  collectPageview,
  collectEvents,
  collectEngagement,
  createFeed: feeds.createFeed,
  putFeed: feeds.putFeed,
  bulkFeed: feeds.bulkFeed,
  readTransaction: feeds.readTransaction,
  readTransactionItem: feeds.readTransactionItem,
  readItem: feeds.readItem,
  readProfile: userprofile.readProfile,
  eraseProfile: userprofile.eraseProfile,
  exportProfile: userprofile.exportProfile,
  listCampaigns: manage.campaigns.list,
  createCampaign: manage.campaigns.create,
  readCampaign: manage.campaigns.read,
  replaceCampaign: manage.campaigns.replace,
  deleteCampaign: manage.campaigns.remove,
  publishCampaign: manage.publishCampaign,
  pauseCampaign: manage.pauseCampaign,
  previewCampaign: manage.previewCampaign,
  listAudiences: manage.audiences.list,
  createAudience: manage.audiences.create,
  readAudience: manage.audiences.read,
  replaceAudience: manage.audiences.replace,
  deleteAudience: manage.audiences.remove,
  listMetrics: manage.metrics.list,
  createMetric: manage.metrics.create,
  readMetric: manage.metrics.read,
  replaceMetric: manage.metrics.replace,
  deleteMetric: manage.metrics.remove,
  reportCampaign: manage.reportCampaign,
  reportHoldout: manage.reportHoldout,
  listIdentifierTypes: manage.identifierTypes.list,
  createIdentifierType: manage.identifierTypes.create,
  readIdentifierType: manage.identifierTypes.read,
  replaceIdentifierType: manage.identifierTypes.replace,
  deleteIdentifierType: manage.identifierTypes.remove,
  listLayers: manage.layers.list,
  createLayer: manage.layers.create,
  readLayer: manage.layers.read,
  replaceLayer: manage.layers.replace,
  deleteLayer: manage.layers.remove,
  listHoldouts: manage.holdouts.list,
  createHoldout: manage.holdouts.create,
  readHoldout: manage.holdouts.read,
  replaceHoldout: manage.holdouts.replace,
  deleteHoldout: manage.holdouts.remove,
} as const;

export const endpoints: readonly Endpoint[] = Object.values(api);
