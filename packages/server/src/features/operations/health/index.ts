// Front door of health: what waits, and what is wrong though the service answers.
export { watchHealth } from './watch.ts';
