// Front door of sites.
export { completeSettings } from './settings.ts';
export { changeSettings, changeSite, createSite, findSite } from './sites.ts';
export { changesChannel, type SiteRow, selectRevisions, selectSite } from './store.ts';
