// Front door of sites.
export { checkSettings, completeSettings, mergeSettings } from './settings.ts';
export { changeSettings, changeSite, changeTogether, createSite, findSite } from './sites.ts';
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
