// Front door of strategies.
export { filterColumnWarnings, strategyColumnWarnings } from './column-warnings.ts';
export { strategyRoutes } from './routes.ts';
export {
  acceptStrategy,
  carriedStrategyKind,
  definitionOf,
  type StrategyRow,
  selectStrategies,
  strategyKind,
} from './strategies.ts';
export { selectUses } from './uses.ts';
export { warningsOf } from './warnings.ts';
