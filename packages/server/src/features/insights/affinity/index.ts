// Front door of affinity as people look into it and steer it.
export { affinityConsoleRoutes, affinityRoutes } from './routes.ts';
