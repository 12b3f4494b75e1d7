// What of the inbox the rest of the server may use.
export { mostCommits } from './group-commit.ts';
export { type Inbox, postgresInbox } from './inbox.ts';
export { checkStream, openInbox } from './open.ts';
export { deleteRejected, deleteRejectedBefore } from './rejected/store.ts';
export {
  countInbox,
  endStuckWorkers,
  inboxChannel,
  isWaiting,
  laterOf,
  lockAllPartitions,
  selectBacklog,
} from './store.ts';
