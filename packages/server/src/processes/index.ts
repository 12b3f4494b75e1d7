// Front door of processes: several of one node, and what they share.
export type { Port } from './channel.ts';
export { type Link, openLink } from './link.ts';
export type { ChildRole } from './messages.ts';
export { type NodeState, ownState } from './node-state.ts';
export { openProcesses } from './primary.ts';
