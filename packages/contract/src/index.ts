// The HTTP API as data. Everything else that knows an endpoint learned it here.
export { api, endpoints } from './api.ts';
export type { ContextInput, SessionInput, UserInput } from './common.ts';
export { Problem } from './common.ts';
export * from './compatibility.ts';
export {
  type AccessTable,
  type AuditedKind,
  auditedKinds,
  type ConsoleEndpointName,
  isAutomatic,
  kindOfAction,
  kindsReadBy,
  readerOf,
} from './console/audited.ts';
export type { CopyInput, CopyOutput } from './console/copies.ts';
export {
  type Access,
  type AnswerOf,
  type ConsoleEndpoint,
  type Membership,
  mayUse,
} from './console/endpoint.ts';
export { consoleApi, consoleEndpoints } from './console/index.ts';
export type { ChangeKeyInput, CreateKeyInput, KeyOrder, KeyOutput } from './console/keys.ts';
export { type MirroredEndpoint, type MirroredPermission, mirroredApi } from './console/mirrored.ts';
export type { OverviewOutput } from './console/overview.ts';
export { type FoundKind, type FoundOutput, foundKinds } from './console/search.ts';
export { type ChangeSettingsInput, retentionBounds } from './console/site.ts';
export type { StatusOutput } from './console/status.ts';
export { type Task, taskAreas } from './console/task.ts';
export { tasks } from './console/tasks.ts';
export { isCodeEditingOf, needsOf, tasksOf, taskWith } from './console/tasks-of.ts';
export type { Answer, Endpoint, HeadersOf, Method, Types } from './endpoint.ts';
export { defaultBodyLimitBytes, pathForm } from './endpoint.ts';
export type {
  AffinityDetailOutput,
  AffinityEditsInput,
  AffinitySourcesOutput,
  WhatIfInput,
  WhatIfOutput,
} from './endpoints/affinity.ts';
export type { ChoiceOutput, ChooseInput, ChooseOutput } from './endpoints/choose.ts';
export type {
  BeaconInput,
  EngagementInput,
  EventInput,
  PageviewInput,
  PersonEventsInput,
  ReportedEvent,
} from './endpoints/collect.ts';
export type {
  ChangeOutcomeOutput,
  CreateFeedInput,
  DetectionOutput,
  DiffOutput,
  FeedOutput,
  FeedUsesOutput,
  FileFormInput,
  FindingsOutput,
  HealthOutput,
  ItemDetailsOutput,
  ItemDifferenceOutput,
  ItemOutcomeOutput,
  MeasuredOutput,
  PreviewRowOutput,
  PullInput,
  PullOutput,
  PullRunOutput,
  PullSourceInput,
  ReadingInput,
  RejectedRowOutput,
  RevisionOutput,
  UploadOutput,
} from './endpoints/feeds/index.ts';
export type {
  ApprovalOutput,
  ApprovalRequestOutput,
  ApprovalRule,
  AudienceFieldOutput,
  AudienceInput,
  CampaignFileInput,
  CampaignInput,
  ChannelOutput,
  ChannelType,
  CommentOutput,
  DeliveryOutput,
  EstimateOutput,
  EvaluationInput,
  EvaluationOutput,
  ExperienceChange,
  ExperienceFiles,
  HoldoutInput,
  HoldoutReportOutput,
  IdentifierTypeInput,
  IngestionWarningOutput,
  IntervalOutput,
  ItemFilterInput,
  JournalEntryInput,
  JournalEntryOutput,
  LayerInput,
  LayerOutput,
  MemberInput,
  MembersChangedOutput,
  MetricInput,
  ModelOutput,
  PlanOutput,
  PreviewStrategyInput,
  PreviewStrategyOutput,
  RecommendationReportOutput,
  ReplayOutput,
  ReportOutput,
  RolloutAct,
  RolloutOutput,
  StrategyInput,
  TemplateInput,
  WhyInput,
  WhyOutput,
} from './endpoints/manage/index.ts';
export {
  approvalRules,
  channelTypes,
  outcomeTypes,
  rolloutActs,
} from './endpoints/manage/index.ts';
export { type FlagOutput, type FlagsInput, OfrepFailure, ofrepErrors } from './endpoints/ofrep.ts';
export type { UserdataImportedOutput, UserdataRowOutput } from './endpoints/userdata.ts';
export * from './errors.ts';
export { Event, eventTypes, type SvcType, svcTypes } from './events.ts';
export { examples, type OperationExample } from './examples.ts';
export { itemColumns } from './items.ts';
export * from './notifications.ts';
export { openApiDocument } from './openapi.ts';
export * from './permissions.ts';
export * from './priorities.ts';
