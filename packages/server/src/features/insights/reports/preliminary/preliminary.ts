// What a campaign's users did from the first minute on: to see that it works, not to decide by.
import type { ReportOutput } from '@attune/contract';
import type { Site } from '../../../../context.ts';
import type { Db } from '../../../../db/schema.ts';
import { findMetric } from '../../../experiences/metrics/index.ts';
import { type Campaign, questionOf } from '../campaign.ts';
import { type Cell, type Question, selectCells } from '../store.ts';
import { selectExposed, selectLastEvents, type Tracked } from './store.ts';

type Preliminary = NonNullable<ReportOutput['preliminary']>;

/** Beyond so many users a campaign is known to work, and these figures would take long. */
const mostUsers = 10_000;
const eventsShown = 5;
const hourMs = 3_600_000;

/** The first figures of a campaign, of which no user counts yet; null once it has many users. */
export async function readPreliminary(
  db: Db,
  site: Site,
  campaign: Campaign,
  question: Question,
): Promise<Preliminary | null> {
  const tracked = await selectExposed(db, question);
  if (tracked.users > mostUsers) return null;
  const { from, to, asOf } = question;
  const [clicks, purchases, revenue] = await Promise.all(
    ['clicks', 'purchases', 'revenue'].map(async (name) => {
      const metric = await findMetric(db, site.id, name);
      return selectCells(db, questionOf(site, campaign, metric, { from, to, asOf }));
    }),
  );
  const sum = (cells: readonly Cell[], id: number, of: 'exposed' | 'activeSoFar' | 'sumSoFar') =>
    cells.reduce((all, cell) => all + (cell.variationId === id ? cell[of] : 0), 0);
  const events = await selectLastEvents(db, question, eventsShown);
  const isAnyActive = [clicks!, purchases!].some((cells) =>
    cells.some(({ activeSoFar }) => activeSoFar > 0),
  );
  return {
    currency: question.currency,
    firstCountsAt: firstCountsAt(tracked, question),
    lastExposureAt: tracked.last?.toISOString() ?? null,
    tracking: trackingOf(tracked, events.length > 0 || isAnyActive),
    variations: campaign.definition.experiences.flatMap(({ name: experience, variations }) =>
      variations.map(({ id, name }) => ({
        ...{ id, name, experience, exposed: sum(clicks!, id, 'exposed') },
        clicks: sum(clicks!, id, 'activeSoFar'),
        purchases: sum(purchases!, id, 'activeSoFar'),
        revenue: sum(revenue!, id, 'sumSoFar'),
      })),
    ),
    lastEvents: events.map(({ at, kind, variationId }) => ({
      ...{ at: at.toISOString(), type: kind, variation: variationId },
    })),
  };
}

function firstCountsAt({ first }: Tracked, { metric }: Question): string | null {
  if (first === null) return null;
  return new Date(first.getTime() + metric.windowHours * hourMs).toISOString();
}

function trackingOf({ users }: Tracked, isAnyEvent: boolean): Preliminary['tracking'] {
  if (users === 0) return 'no-exposures';
  return isAnyEvent ? 'working' : 'no-events';
}
