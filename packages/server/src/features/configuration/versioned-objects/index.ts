// Front door of versioned objects: what campaigns, audiences and identifier types share.

export { replyWith, versionedRoutes, whoOf } from './routes.ts';
export { archiveObject, type ObjectRow, selectObjects, selectTitles } from './store.ts';
export {
  acceptObject,
  changeObject,
  createObject,
  type ObjectKind,
  readObject,
  refuseArchived,
  removeObject,
  replaceObject,
  subjectOf,
  type Target,
} from './versioned-objects.ts';
export { historyRoutes } from './versions/routes.ts';
export { selectAuthors, selectVersionBodies, selectVersionTimes } from './versions/store.ts';
export { inputOf } from './versions/versions.ts';
