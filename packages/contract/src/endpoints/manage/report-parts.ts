// What a report says beside its numbers: the design, the verdict, first figures, a diagnosis.
import Type from 'typebox';
import { named } from '../../named.ts';

const count = Type.Integer({ minimum: 0 });

export const Diagnosis = Type.Object(
  {
    sentence: Type.String(),
    parts: Type.Array(
      Type.Object({
        by: Type.Enum(['device', 'browser', 'newReturning', 'keySource', 'day'], {
          description:
            'keySource: whether the decision was requested by a browser or by a server. day: of the ' +
            'first exposure, the last 14.',
        }),
        value: Type.String(),
        users: count,
        pValue: Type.Number({ minimum: 0, maximum: 1 }),
        isSuspicious: Type.Boolean(),
        variations: Type.Array(
          Type.Object({
            ...{ id: Type.Integer(), users: count },
            ...{ share: Type.Number(), expected: Type.Number() },
          }),
        ),
      }),
      { description: 'Groups of at least 100 users, each checked by itself.' },
    ),
    bots: Type.Array(Type.Object({ id: Type.Integer(), decisions: count }), {
      description: 'How often bots got each variation. They are not among the users.',
    }),
  },
  { description: 'Among which users the mismatch is.' },
);

export const Verdict = named(
  'Verdict',
  Type.Object(
    {
      kind: Type.Enum(['ship', 'revert', 'no-difference', 'continue', 'broken'], {
        description:
          'ship: `variation` is better. revert: all others are worse than the baseline. ' +
          'no-difference: none differs by more than `largestDifference`. continue: about `daysLeft` ' +
          'more days. broken: sample ratio mismatch.',
      }),
      variation: Type.Union([Type.Null(), Type.Integer()]),
      daysLeft: Type.Union([
        Type.Null(),
        Type.Integer({ minimum: 0, description: 'null: not known.' }),
      ]),
      largestDifference: Type.Union([
        Type.Null(),
        Type.Number({ description: "Of the baseline's number." }),
      ]),
      comparisons: Type.Array(
        Type.Object({
          metric: Type.Integer(),
          variation: Type.Integer(),
          pValue: Type.Number(),
          adjusted: Type.Number({ description: 'By Holm, over all of these.' }),
        }),
        { description: 'All that the verdict looked at together: variations times metrics.' },
      ),
      sentence: Type.String(),
      recommendation: Type.String(),
    },
    { description: "By the campaign's primary metric, corrected for all comparisons." },
  ),
);

export const LookTaken = named(
  'Look',
  Type.Object(
    {
      state: Type.Enum(['any-time', 'not-yet', 'done']),
      usersNeeded: Type.Union([Type.Null(), Type.Integer()]),
      lastDay: Type.Union([
        Type.Null(),
        Type.String({
          description:
            'The day of a completed look: users first exposed until this day are included, later ' +
            'users are not.',
        }),
      ]),
    },
    {
      description:
        'When the experience is judged. not-yet: a planned look that has not come; what is counted ' +
        'is shown, results are null.',
    },
  ),
);

export const Preliminary = Type.Object(
  {
    currency: Type.String(),
    firstCountsAt: Type.Union([Type.Null(), Type.String()], {
      description: 'When the window of the first user closes.',
    }),
    lastExposureAt: Type.Union([Type.Null(), Type.String()]),
    tracking: Type.Enum(['working', 'no-exposures', 'no-events'], {
      description: 'no-events: nothing has been reported of users since they were exposed.',
    }),
    variations: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        experience: Type.String(),
        exposed: count,
        clicks: Type.Integer({ minimum: 0, description: 'Users who clicked.' }),
        purchases: Type.Integer({ minimum: 0, description: 'Users who bought.' }),
        revenue: Type.Number({ description: 'Capped as the metric is.' }),
      }),
    ),
    lastEvents: Type.Array(
      Type.Object({ at: Type.String(), type: Type.String(), variation: Type.Integer() }),
      { description: 'The latest events of the users who were exposed last, newest first.' },
    ),
  },
  { description: 'Everyone exposed so far, with what they did until now: not to decide by.' },
);
export const DesignTaken = Type.Object(
  {
    kind: Type.Enum(['any-time', 'planned']),
    usersPerVariation: Type.Union([Type.Null(), Type.Integer()]),
    minimumEffect: Type.Number(),
    power: Type.Number(),
    alpha: Type.Number(),
  },
  {
    description: 'The settings at the start: later changes count from the next restart.',
  },
);
