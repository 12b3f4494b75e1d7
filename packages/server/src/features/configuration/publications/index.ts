// Front door of publications: what of a site's campaigns is live, and which drafts may become it.
export {
  type ApprovalRequest,
  closeApprovalRequest,
  deleteApprovalRequests,
  insertApprovalRequest,
  selectApprovalRequest,
  selectOpenRequests,
} from './approvals/store.ts';
export {
  deletePublication,
  type Publication,
  pausePublication,
  selectLastPublishings,
  selectPublication,
  selectPublications,
  selectPublished,
  selectPublishings,
  upsertPublication,
} from './store.ts';
