// Front door of building.
export { type ModelJobs, startModelJobs } from './jobs.ts';
