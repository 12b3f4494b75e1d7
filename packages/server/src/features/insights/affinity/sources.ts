// The events that a value was made of, to explain why somebody is said to like it.
import type { AffinitySourcesOutput } from '@attune/contract';
import { binBoundariesOf, type CompleteEvent, decodeEvent, isValueOf, skusOf } from '@attune/core';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { describeEvent, lastEventsOf } from '../../events/collect/index.ts';
import { selectUserIds } from '../../people/identity/index.ts';
import { rankBasis } from '../../people/profiles/index.ts';

const eventsLooked = 2_000;
const eventsTold = 100;
const skusTold = 10;

/** Finds the latest events of a person that speak for a value of a property, or against it. */
export async function findSources(
  ctx: Context,
  snapshot: SiteSnapshot,
  personId: string,
  { property, value }: { readonly property: string; readonly value: string },
): Promise<AffinitySourcesOutput> {
  const { settings, normaliser } = rankBasis(snapshot, ctx.now());
  const edges = binBoundariesOf(settings.bandsByProperty, normaliser?.bands, property);
  const userIds = await selectUserIds(ctx.db, snapshot.site.id, personId);
  const rows = await lastEventsOf(ctx.db, snapshot.site.id, userIds, eventsLooked);
  const isIt = (reported: string) => isValueOf(edges, reported, value);
  const items = rows.flatMap(({ id, time, kind, data }) => {
    const complete = decodeEvent(JSON.parse(data));
    const about = describeEvent(complete.event);
    const skus = skusOf(complete.event).slice(0, skusTold);
    return signalsIn(complete, property, isIt).map((signal) => ({
      ...{ eventId: id, time: time.toISOString(), kind, signal, skus, about },
    }));
  });
  return { items: items.slice(0, eventsTold), looked: rows.length };
}

function signalsIn(
  { observations }: CompleteEvent,
  property: string,
  isIt: (value: string) => boolean,
): string[] {
  const those = observations.filter(({ values }) => values.get(property)?.some(isIt));
  return [...new Set(those.map(({ signal }) => signal))];
}
