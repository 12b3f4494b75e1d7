// Front door of sites.
export { checkSettings, completeSettings } from './settings.ts';
export {
  changeSettings,
  changeSite,
  changeTogether,
  createSite,
  findSite,
  mergeSettings,
} from './sites.ts';
export {
  announceChanges,
  changesChannel,
  jumpRevisions,
  raiseRevision,
  type SiteRow,
  selectRevisions,
  selectSalt,
  selectSalts,
  selectSite,
  selectSitesState,
} from './store.ts';
