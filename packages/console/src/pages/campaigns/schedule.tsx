// When a campaign serves, in words, in the site's time zone.
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
