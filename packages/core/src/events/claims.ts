// Who vouches for an event: a server of the site, or a page, which anybody can write.
//
// A public key is there for everybody to read. So what it reports is a claim of the device that it
// was reported of: it has an id of its own, and takes the place of nothing else.
import type { Event } from './event.ts';

/** How the ids of claims begin; a caller's own must not. */
export const claimPrefix = 'c:';

/** An event as a device claims it. */
export const asClaim = (event: Event, device: string): Event => ({
  ...event,
  id: `${claimPrefix}${device}:${event.id}`,
});

/** The device that claims an event, by the event's id; '' where a server vouches for it. */
export function claimantOf(id: string): string {
  return id.startsWith(claimPrefix)
    ? id.slice(claimPrefix.length, id.indexOf(':', claimPrefix.length))
    : '';
}

/** The id of an event as it was before it became a claim. */
export function withoutClaimant(id: string): string {
  return id.startsWith(claimPrefix) ? id.slice(id.indexOf(':', claimPrefix.length) + 1) : id;
}
