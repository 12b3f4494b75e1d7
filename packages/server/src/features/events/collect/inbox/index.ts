// What of the inbox the rest of the server may use.
export { mostCommits } from './group-commit.ts';
export { type Inbox, postgresInbox } from './inbox.ts';
export {
  countInbox,
  deleteRejected,
  deleteRejectedBefore,
  endStuckWorkers,
  inboxChannel,
  isWaiting,
  lockAllPartitions,
  lockInboxIds,
  selectBacklog,
  selectLastInboxId,
} from './store.ts';
