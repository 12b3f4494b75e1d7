// Front door of templates: what variations are made of.
export { templateRoutes } from './routes.ts';
export { selectTemplates, templateKind } from './templates.ts';
