// Front door of strategies.
export { strategyRoutes } from './routes.ts';
export {
  acceptStrategy,
  definitionOf,
  type StrategyRow,
  selectStrategies,
  strategyKind,
} from './strategies.ts';
export { selectUses } from './uses.ts';
