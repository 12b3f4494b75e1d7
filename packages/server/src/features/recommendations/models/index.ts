// Front door of models: built by workers, cached by nodes, shown to teammates.
export { buildNow } from './build-now.ts';
export { startModelJobs } from './building/index.ts';
export { type Models, openModelCache } from './holder.ts';
export { listModels } from './model-info.ts';
export { inPreference } from './needed.ts';
export { modelRoutes } from './routes.ts';
export { modelStatus } from './status.ts';
export { type CurrentModel, selectCurrentModels } from './store.ts';
