// Front door of scheduled fetches.
export { askForRun, listRuns, mainPull, type PullRequest, replacePull } from './pulls.ts';
export { runDuePulls } from './run.ts';
export { selectFailingPulls } from './store.ts';
