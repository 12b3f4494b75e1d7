// Front door of approvals: asked for, given, refused and withdrawn by teammates.
export { askApproval, listApprovals, type Reader } from './approvals.ts';
export { approvalConsoleRoutes, approvalRoutes } from './routes.ts';
