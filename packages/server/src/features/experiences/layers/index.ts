// Front door of layers.
export { checkSlots, layerKind, takeSlots } from './layers.ts';
export { layerRoutes } from './routes.ts';
