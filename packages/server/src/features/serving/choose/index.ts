// Front door of choose.

export type { Decided } from './answer.ts';
export { type Visitor, VisitorAttributes } from './attributes.ts';
export type { ChooseCall, Chosen } from './call.ts';
export { asSeen, basisOf, decideOne, decideRequest } from './choose.ts';
export { gather, type InMemory } from './gather.ts';
export { internalVisitors } from './internal.ts';
export { rulesOf } from './recommending.ts';
export { exposuresOfAll, record } from './record.ts';
export { chooseRoutes } from './routes.ts';
export { selectCampaigns } from './select.ts';
