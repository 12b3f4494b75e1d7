// Front door of choose.
export { decideOne } from './choose.ts';
export { gather } from './gather.ts';
export { chooseRoutes } from './routes.ts';
export { selectCampaigns } from './select.ts';
