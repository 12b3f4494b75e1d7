// When a campaign is published and serves, in words, in the site's time zone.
import { Moment } from '../../ui/moment.tsx';
import type { Campaign } from './campaign.ts';

export function Schedule({ campaign: { schedule } }: { campaign: Campaign }) {
  const { start, end } = schedule;
  if (start === null && end === null) return null;
  return (
    <>
      {start !== null && (
        <div>
          From <Moment at={start.at} />
        </div>
      )}
      {end !== null && (
        <div>
          Until <Moment at={end.at} />
        </div>
      )}
    </>
  );
}

export function ToBePublished({ campaign: { scheduledPublication } }: { campaign: Campaign }) {
  if (!scheduledPublication) return null;
  const { at, refused } = scheduledPublication;
  if (refused !== null) return <div>not published as scheduled</div>;
  return (
    <div>
      Publishes <Moment at={at} />
    </div>
  );
}
