// The words that are gone, and what to say instead.

export interface GoneWord {
  /** In lower case. A plural with s is found too. */
  readonly word: string;
  readonly say: string;
  /** Only in files whose path matches: elsewhere the word means something else. */
  readonly within?: RegExp;
  /** Only as the whole of a file's name, without what follows the first dot. */
  readonly fileOnly?: boolean;
}

const server = /^packages\/server\//;
const http = /^packages\/server\/src\/http\//;
/** Elsewhere a guest is somebody who buys without an account. */
const connections = /^(packages\/server\/src\/http|docs|bench)\//;
const core = /^packages\/core\//;
const crash = /^e2e\/crash\//;

/** Refused in exported names, names of files and metrics, and headings. */
export const goneNames: readonly GoneWord[] = [
  { word: 'anteroom', say: 'connection limit' },
  { word: 'guest', say: 'connection', within: connections },
  { word: 'door', say: 'listener' },
  { word: 'crowd', say: 'overload' },
  { word: 'cohort', say: 'batch', within: server },
  { word: 'passage', say: 'request', within: server },
  { word: 'plain', say: 'http', within: http },
  { word: 'direct', say: 'http', within: http },
  { word: 'stage', say: 'step', within: http },
  { word: 'gate', say: 'load shedder', within: server },
  { word: 'turn', say: 'concurrency limit', within: server },
  { word: 'patience', say: 'deadline' },
  { word: 'owed', say: 'queue' },
  { word: 'hasty', say: 'priority' },
  { word: 'standing', say: 'status' },
  { word: 'rank', say: 'priority', within: http },
  { word: 'lane', say: 'worker, semaphore or loader' },
  { word: 'known', say: 'cached', within: server },
  { word: 'kept', say: 'cached', within: server },
  { word: 'held', say: 'cached', within: server },
  { word: 'holding', say: 'cache', within: server },
  { word: 'taken', say: 'applied', within: server },
  { word: 'news', say: 'change feed', within: server },
  { word: 'told', say: 'notified' },
  { word: 'asked', say: 'request' },
  { word: 'said', say: 'reported' },
  { word: 'stand', say: 'status', within: server },
  { word: 'sighting', say: 'identity observation' },
  { word: 'portrait', say: 'profile view' },
  { word: 'gives', say: 'payload' },
  { word: 'gift', say: 'recommendation result' },
  { word: 'words', say: 'labels', fileOnly: true },
  { word: 'shown', say: 'presenters', fileOnly: true },
  { word: 'seen', say: 'live tap', fileOnly: true },
  { word: 'refusal', say: 'error' },
  { word: 'faults', say: 'validation errors' },
  { word: 'unreadable', say: 'client error' },
  { word: 'site wall', say: 'tenant guard' },
  { word: 'seal', say: 'sign or encrypt' },
  { word: 'mint', say: 'generate id' },
  { word: 'life', say: 'lifecycle', within: server },
  { word: 'managed', say: 'versioned' },
  { word: 'card', say: 'model info', within: server },
  { word: 'settle', say: 'compact' },
  { word: 'sieve', say: 'filter index' },
  { word: 'incidence', say: 'co-occurrence' },
  { word: 'taste', say: 'preference', within: core },
  { word: 'edges', say: 'bins', within: core },
  { word: 'bands', say: 'bins' },
  { word: 'parting', say: 'bins' },
  { word: 'stranger', say: 'clean-checkout smoke test, or unknown user' },
  { word: 'surroundings', say: 'dependencies' },
  { word: 'blow', say: 'fault', within: crash },
  { word: 'trial', say: 'run', within: crash },
];

/** Refused in comments and in the text of pages. */
export const goneInProse: readonly GoneWord[] = [
  { word: 'anteroom', say: 'connection limit' },
  { word: 'guest', say: 'connection', within: connections },
  { word: 'whom', say: 'who, or name the person' },
  { word: 'whoever', say: 'anyone who, or name the program' },
  { word: 'nobody yields', say: 'what happens instead' },
  { word: 'his own', say: 'their own' },
  { word: 'her own', say: 'their own' },
  { word: 'who asks', say: 'the caller' },
  { word: 'stranger', say: 'unknown user' },
  { word: 'portrait', say: 'profile view' },
  { word: 'sieve', say: 'filter index' },
];
