// Front door of building.
export { buildSite } from './build-site.ts';
export { startModelJobs } from './jobs.ts';
