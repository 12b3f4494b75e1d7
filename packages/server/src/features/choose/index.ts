// Front door of choose.
export { type Visitor, VisitorAttributes } from './attributes.ts';
export { chooseRoutes } from './routes.ts';
