// Front door of layers.
export { takeSlots } from './layers.ts';
export { layerRoutes } from './routes.ts';
