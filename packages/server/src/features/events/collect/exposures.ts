// The exposures of one request: a single short line, since choose writes one for most answers.
import type {
  Event,
  ExposedUnit,
  ExposedVisitor,
  Identifier,
  RecommendedList,
  RecordedSlot,
  ValuesRead,
} from '@attune/core';

/** Exposures in the inbox: which user got what, when, and by which revision of the site. */
export interface Given {
  readonly device: string | undefined;
  readonly identifiers: readonly Identifier[];
  /** Unlike that of any other request. */
  readonly request: string;
  readonly time: number;
  readonly session: string;
  readonly revision: number;
  readonly visitor: ExposedVisitor;
  /** What the decisions read, as JSON; '' where that is nothing. */
  readonly values: string;
  /** Of the site's own people. */
  readonly isInternal: boolean;
}

export type Exposure = Omit<
  Extract<Event, { kind: 'exposure' }>,
  keyof Given | 'id' | 'name' | 'kind'
>;

/** As the line has it; `assigned` is the key of the assignment, null where it sticks to none. */
type StoredExposure = readonly [
  campaignId: number,
  experienceId: number,
  variationId: number,
  propensity: number,
  allocationVersion: number,
  isKept: 0 | 1,
  assigned: string | null,
  holdoutId?: number | null,
  /** What it counts for: the line's device, or an account by its id. */
  unit?: StoredUnit,
];

const ofDevice = 'device';
type StoredUnit = typeof ofDevice | readonly ['device' | 'account', id: string];

export interface StoredExposures
  extends Pick<Given, 'identifiers' | 'request' | 'time' | 'session' | 'revision'> {
  /** 3: all of it was withheld; unlike 2, the release before holdouts refuses it. */
  readonly v: 2 | 3;
  readonly device: string | null;
  readonly person?: undefined;
  readonly given: readonly StoredExposure[];
  readonly isInternal?: true;
  /** Absent in lines of earlier releases. */
  readonly visitor?: ExposedVisitor;
  readonly values?: ValuesRead;
  /** Of those that recommend, by their place in `given`. */
  readonly recommended?: Readonly<Record<number, readonly RecordedSlot[]>>;
  readonly lists?: Readonly<Record<number, RecommendedList>>;
}

/** Writes a line: of what was given, or of what was withheld. */
export function textOfExposures(to: Given, exposures: readonly Exposure[]): string {
  const { device, identifiers, request, time, session, revision, visitor, values } = to;
  const { isInternal } = to;
  const given = exposures.map((one): StoredExposure => {
    const line = [
      one.campaignId,
      one.experienceId,
      one.variationId,
      one.propensity,
      one.allocationVersion,
      one.isKept ? 1 : 0,
      one.assignment?.key ?? null,
    ] as const;
    if (one.unit) return [...line, one.holdoutId ?? null, unitOf(one.unit, device)];
    return one.holdoutId === undefined ? line : [...line, one.holdoutId];
  });
  const stored: StoredExposures = {
    v: exposures[0]?.holdoutId === undefined ? 2 : 3,
    device: device ?? null,
    identifiers,
    request,
    time,
    session,
    revision,
    given,
    visitor,
    ...recommendedIn(exposures),
    ...(isInternal && { isInternal }),
  };
  const text = JSON.stringify(stored);
  return values === '' ? text : `${text.slice(0, -1)},"values":${values}}`;
}

/** Most count for the device that the line names already. */
function unitOf({ kind, id }: ExposedUnit, device: string | undefined): StoredUnit {
  return kind === 'device' && id === device ? ofDevice : [kind, id];
}

function unitIn(
  stored: StoredUnit | undefined,
  device: string | null,
): { readonly unit?: ExposedUnit } {
  if (stored === undefined) return {};
  if (stored !== ofDevice) return { unit: { kind: stored[0], id: stored[1] } };
  return device === null ? {} : { unit: { kind: 'device', id: device } };
}

function recommendedIn(
  exposures: readonly Exposure[],
): Pick<StoredExposures, 'recommended' | 'lists'> {
  if (!exposures.some(({ recommended }) => recommended)) return {};
  const all = exposures.flatMap(({ recommended }, at) => (recommended ? [[at, recommended]] : []));
  const lists = exposures.flatMap(({ list }, at) => (list ? [[at, list]] : []));
  return {
    recommended: Object.fromEntries(all),
    ...(lists.length > 0 && { lists: Object.fromEntries(lists) }),
  };
}

/** The events of a line; what the decisions read goes with the first. */
export function exposuresIn(stored: StoredExposures): Event[] {
  const { v, device, request, time, session, revision, given } = stored;
  const { visitor, values, recommended, lists, isInternal } = stored;
  return given.map(
    (
      [
        campaignId,
        experienceId,
        variationId,
        propensity,
        allocationVersion,
        isKept,
        key,
        holdoutId,
        unit,
      ],
      at,
    ) => ({
      id: `${request}:${v === 3 ? 'h' : ''}${at}`,
      time,
      name: 'exposure',
      session,
      kind: 'exposure',
      campaignId,
      experienceId,
      variationId,
      revision,
      propensity,
      allocationVersion,
      isKept: isKept === 1,
      ...(key !== null && { assignment: { key, variationId } }),
      ...(holdoutId != null && { holdoutId }),
      ...unitIn(unit, device),
      ...(visitor && { visitor }),
      ...(at === 0 && values && { values }),
      ...(recommended?.[at] && { recommended: recommended[at] }),
      ...(lists?.[at] && { list: lists[at] }),
      ...(isInternal && { isInternal }),
    }),
  );
}
