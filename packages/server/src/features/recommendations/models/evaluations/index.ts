// Front door of evaluations.
export { listEvaluations, readEvaluation, startEvaluation } from './evaluations.ts';
