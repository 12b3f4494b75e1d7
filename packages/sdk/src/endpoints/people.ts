// What is known of people: profiles, affinity, attributes; and forgetting them.
import { endpoint } from '../endpoint.ts';

/** Read a person's affinity profile. */
export const readProfile = endpoint<'readProfile'>('GET', '/v2/userprofile');
/** Erase a person. */
export const eraseProfile = endpoint<'eraseProfile'>('DELETE', '/v2/userprofile');
/** Everything known of a person. */
export const exportProfile = endpoint<'exportProfile'>('GET', '/v2/userprofile/export');
/** Erase many people and devices. */
export const eraseProfiles = endpoint<'eraseProfiles'>('POST', '/v2/userprofile/erasures');
/** Which people of a request are erased. */
export const readErasures = endpoint<'readErasures'>('GET', '/v2/userprofile/erasures/{batchId}');
/** Everything known of many people, a line each. */
export const exportProfiles = endpoint<'exportProfiles'>('POST', '/v2/userprofile/exports');
/** What a person likes, and what says so. */
export const readAffinityDetail = endpoint<'readAffinityDetail'>('GET', '/v2/userprofile/affinity');
/** The events that a value was made of. */
export const readAffinitySources = endpoint<'readAffinitySources'>(
  'GET',
  '/v2/userprofile/affinity/sources',
);
/** Edit a person's affinity: set, boost or mute values. */
export const editAffinity = endpoint<'editAffinity'>('POST', '/v2/userprofile/affinity/edits');
/** What other affinity settings would change, for real users. */
export const tryAffinity = endpoint<'tryAffinity'>('POST', '/v2/affinity/what-if');
/** Import attributes of known people. */
export const importUserdata = endpoint<'importUserdata'>('POST', '/v2/userdata/bulk');
/** What became of each row of an import. */
export const readUserdataTransaction = endpoint<'readUserdataTransaction'>(
  'GET',
  '/v2/userdata/transaction/{transactionId}',
);
/** What became of one row of an import. */
export const readUserdataTransactionItem = endpoint<'readUserdataTransactionItem'>(
  'GET',
  '/v2/userdata/transaction/{transactionId}/item/{itemId}',
);
