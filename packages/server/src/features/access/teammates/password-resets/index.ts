// Front door of passwords that are reset by mail.
export { mailPasswordResets } from './requests.ts';
export { passwordResetRoutes } from './routes.ts';
