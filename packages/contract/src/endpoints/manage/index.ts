// Experiences as code: everything that the permission to manage opens.
export {
  type ApprovalOutput,
  type ApprovalRequestOutput,
  type ApprovalRule,
  approvalRules,
  askApproval,
  listApprovals,
  readApproval,
  withdrawApproval,
} from './approvals.ts';
export * from './audiences.ts';
export type { CampaignInput } from './campaign-body.ts';
export * from './campaigns.ts';
export * from './channels.ts';
export * from './comments.ts';
export * from './decisions.ts';
export * from './evaluations.ts';
export * from './experiences.ts';
export * from './holdouts.ts';
export * from './identifier-types.ts';
export * from './ingestion-warnings.ts';
export {
  type JournalEntryInput,
  type JournalEntryOutput,
  listJournal,
  readJournalEntry,
  replaceJournalEntry,
} from './journal.ts';
export * from './layers.ts';
export * from './metrics.ts';
export {
  listModels,
  type ModelOutput,
  readModel,
  rebuildModel,
} from './models.ts';
export * from './plan.ts';
export {
  type RecommendationReportOutput,
  reportRecommendations,
} from './recommendation-report.ts';
export * from './reports.ts';
export { type RolloutAct, type RolloutOutput, rolloutActs } from './rollout.ts';
export * from './strategies.ts';
export * from './strategy-preview.ts';
export * from './templates.ts';
