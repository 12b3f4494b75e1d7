// Front door of sites.
export { checkSettings, completeSettings, mergeSettings } from './settings.ts';
export * from './signing-keys/index.ts';
export { changeSettings, changeSite, changeTogether, createSite, findSite } from './sites.ts';
export {
  announceChanges,
  changesChannel,
  jumpRevisions,
  raiseAuditFrom,
  raiseEventsFrom,
  raiseRevision,
  type SiteRow,
  selectEventsFrom,
  selectRevisions,
  selectSalt,
  selectSalts,
  selectSite,
  selectSitesState,
} from './store.ts';
export { auditStart, eventsStart } from './term.ts';
