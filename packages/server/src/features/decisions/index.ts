// Front door of decisions.
export { type DecisionRecord, decodeDecision, encodeDecision } from './decision-id.ts';
