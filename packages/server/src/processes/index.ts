// Front door of processes: several that answer for one node, and what they share.
export type { Port } from './channel.ts';
export { type Link, openLink } from './link.ts';
export { type NodeState, ownState } from './node-state.ts';
export { openProcesses } from './primary.ts';
