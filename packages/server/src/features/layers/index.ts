// Front door of layers.
export { checkSlots, takeSlots } from './layers.ts';
export { layerRoutes } from './routes.ts';
