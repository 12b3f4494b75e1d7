// Front door of placements: whether pages show a campaign.
export { placementRoutes } from './routes.ts';
