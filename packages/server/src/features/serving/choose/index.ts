// Front door of choose.

export { type Visitor, VisitorAttributes } from './attributes.ts';
export { decideOne } from './choose.ts';
export { gather, type InMemory } from './gather.ts';
export { chooseRoutes } from './routes.ts';
export { selectCampaigns } from './select.ts';
