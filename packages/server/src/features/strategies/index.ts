// Front door of strategies.
export { strategyRoutes } from './routes.ts';
export { definitionOf, type StrategyRow, selectStrategies, strategyKind } from './strategies.ts';
