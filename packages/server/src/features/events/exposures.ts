// The exposures of one request: a single short line, since choose writes one for most answers.
import type { Event, ExposedVisitor, Identifier } from '@attune/core';

/** Who was given something, when, and by which revision of the site. */
export interface Given {
  readonly device: string | undefined;
  readonly identifiers: readonly Identifier[];
  /** Unlike that of any other request. */
  readonly request: string;
  readonly time: number;
  readonly session: string;
  readonly revision: number;
  readonly visitor: ExposedVisitor;
}

export type Exposure = Omit<
  Extract<Event, { kind: 'exposure' }>,
  keyof Given | 'id' | 'name' | 'kind'
>;

/** As the line has it; `assigned` is the key of the assignment, null where it sticks to none. */
type KeptExposure = readonly [
  campaignId: number,
  experienceId: number,
  variationId: number,
  propensity: number,
  allocationVersion: number,
  isKept: 0 | 1,
  assigned: string | null,
];

export interface KeptExposures
  extends Pick<Given, 'identifiers' | 'request' | 'time' | 'session' | 'revision'> {
  readonly v: 2;
  readonly device: string | null;
  readonly person?: undefined;
  readonly given: readonly KeptExposure[];
  /** Absent in lines of earlier releases. */
  readonly visitor?: ExposedVisitor;
}

/** Writes a line. */
export function textOfExposures(to: Given, exposures: readonly Exposure[]): string {
  const { device, identifiers, request, time, session, revision, visitor } = to;
  const given = exposures.map(
    (one): KeptExposure => [
      one.campaignId,
      one.experienceId,
      one.variationId,
      one.propensity,
      one.allocationVersion,
      one.isKept ? 1 : 0,
      one.assignment?.key ?? null,
    ],
  );
  const kept: KeptExposures = {
    v: 2,
    device: device ?? null,
    identifiers,
    request,
    time,
    session,
    revision,
    given,
    visitor,
  };
  return JSON.stringify(kept);
}

/** The events of a line. */
export function exposuresIn(kept: KeptExposures): Event[] {
  const { request, time, session, revision, given, visitor } = kept;
  return given.map(
    ([campaignId, experienceId, variationId, propensity, allocationVersion, isKept, key], at) => ({
      id: `${request}:${at}`,
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
      ...(visitor && { visitor }),
    }),
  );
}
