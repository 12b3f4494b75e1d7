// Front door of lists: audiences whose members are named one by one.
export { listRoutes } from './routes.ts';
export { deleteList, deleteMember, selectCounts, selectLists, selectListsOf } from './store.ts';
export { readLines } from './upload.ts';
