// Front door of building.
export { buildSite } from './build-site.ts';
export { type ModelJobs, startModelJobs } from './jobs.ts';
