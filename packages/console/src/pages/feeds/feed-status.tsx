// The status of a feed, in a list: what became worse with its last change, and how its pulls go.
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Mark } from '../../ui/mark.tsx';
import { Time } from '../../ui/time.tsx';
import { type Feed, feedParams, sayItems } from './feed.ts';
import { usePlaces } from './place.ts';
import { saySchedule } from './pull/schedule.ts';

export function FeedStatus({ feed }: { feed: Feed }) {
  const { name: site } = useSite();
  const { addressOf } = usePlaces(feed.id);
  const { data } = useAnswer(consoleApi.readFeedHealth, {
    ...feedParams(site, feed.id),
    query: {},
  });
  if (feed.items === 0) {
    return (
      <Mark tone="neutral" size="sm">
        Empty
      </Mark>
    );
  }
  if (!data?.measured) return 'Not checked yet';
  const alarms = data.measured.alarms.length;
  if (alarms === 0) {
    return (
      <Mark tone="good" size="sm">
        Healthy
      </Mark>
    );
  }
  return (
    <Anchor
      component={Link}
      href={addressOf({ part: 'health' })}
      aria-label={`${sayItems(alarms, 'problem')} to check in ${feed.name}`}
    >
      <Mark tone="odd" size="sm">
        {sayItems(alarms, 'problem')} to check
      </Mark>
    </Anchor>
  );
}

export function Pulled({ feed }: { feed: Feed }) {
  const { name: site, timeZone } = useSite();
  const [pull, ...others] =
    useAnswer(consoleApi.listPulls, feedParams(site, feed.id)).data?.pulls ?? [];
  if (!pull) return 'Off';
  if (!pull.isOn) return 'On demand';
  return (
    <div>
      {saySchedule(pull.schedule, timeZone)}
      {others.length > 0 && `, and ${others.length} more`}
      {pull.lastRun?.status === 'failed' && (
        <>
          , failed <Time at={pull.lastRun.startedAt} />
        </>
      )}
    </div>
  );
}
