// Front door of layers.
export { layerKind, takeSlots } from './layers.ts';
export { layerRoutes } from './routes.ts';
