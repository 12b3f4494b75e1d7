// Front door of managed objects: what campaigns, audiences and identifier types share.
export {
  createObject,
  type ObjectKind,
  readObject,
  replaceObject,
} from './managed.ts';
export { managedRoutes, replyWith, whoOf } from './routes.ts';
export { type ObjectRow, selectObjects } from './store.ts';
