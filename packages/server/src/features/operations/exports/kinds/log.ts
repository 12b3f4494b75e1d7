// Kinds whose parts are the days of the event log.
import { type DayState, selectDays } from '../../../events/interactions/index.ts';
import { type LoggedEvent, loggedEventOf } from '../logged-event.ts';
import type { ExportKind, ExportSource, OpenPart } from '../part.ts';
import { atOneMoment, copyEvents, selectVersion } from '../store.ts';

type Rows<Row> = (events: AsyncIterable<readonly LoggedEvent[]>) => AsyncIterable<readonly Row[]>;

/** The parts of a kind whose rows are made of events of some kinds; undefined: of all. */
export function daysOfLog<Row>(
  kinds: readonly string[] | undefined,
  rowsOf: Rows<Row>,
): ExportKind<Row>['parts'] {
  return async function* parts(source) {
    const { ctx, snapshot, since, until } = source;
    const { id, eventsFrom } = snapshot.site;
    const from = eventsFrom !== null && eventsFrom > since ? eventsFrom : since;
    const days = await selectDays(ctx.db, id, from);
    for (const { day, version } of days.filter((one: DayState) => one.day < until)) {
      yield {
        folder: `day=${day}`,
        version,
        open: () => openDay(source, day, kinds, rowsOf),
      };
    }
  };
}

async function openDay<Row>(
  { ctx, snapshot, client }: ExportSource,
  day: string,
  kinds: readonly string[] | undefined,
  rowsOf: Rows<Row>,
): Promise<OpenPart<Row>> {
  const siteId = snapshot.site.id;
  // Asked before: what comes between is exported, and exported once more the next time.
  const version = await selectVersion(ctx, client, siteId, day);
  const rows = atOneMoment(client, () =>
    each(rowsOf(logged(copyEvents(client, { siteId, day, kinds })))),
  );
  return { version, rows };
}

async function* logged(
  rows: ReturnType<typeof copyEvents>,
): AsyncGenerator<readonly LoggedEvent[]> {
  for await (const some of rows) yield some.map(loggedEventOf);
}

async function* each<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  yield* all;
}
