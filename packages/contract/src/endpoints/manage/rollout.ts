// A rollout as it is seen: on which step it is, when the next begins, and how its guardrails are.
import Type, { type Static, type TSchema } from 'typebox';

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** What is done with a rollout, as its history and the audit log call it. */
export const rolloutActs = ['hold', 'resume', 'advance', 'return'] as const;
export type RolloutAct = (typeof rolloutActs)[number];

const Guardrail = Type.Object({
  metric: Type.Integer(),
  name: Type.String(),
  experience: Type.String(),
  variation: Type.String(),
  change: orNull(Type.Number({ description: "Of the variation's number against the control's." })),
  users: Type.Integer({ description: 'Exposed to the variation or the control, the fewer.' }),
  status: Type.Enum(['waiting', 'ok', 'breached'], { description: 'waiting: for more users.' }),
});

export const RolloutSeen = Type.Object({
  state: Type.Enum(['running', 'held', 'returned', 'complete'], {
    description:
      'held: a teammate stopped it. returned: it went back, and waits for a teammate or another ' +
      'version. complete: all of the traffic takes part.',
  }),
  step: Type.Integer({ description: 'From 1.' }),
  steps: Type.Integer({ description: 'The last one is all of the traffic.' }),
  traffic: Type.Number(),
  since: Type.String({ description: 'RFC 3339.' }),
  next: orNull(
    Type.Object({
      traffic: Type.Number(),
      at: orNull(Type.String({ description: 'RFC 3339; null: when a teammate says so.' })),
    }),
  ),
  cause: orNull(Type.String({ description: 'Why it went back.' })),
  guardrails: Type.Array(Guardrail),
  checkedAt: orNull(Type.String({ description: 'When guardrails were looked at. RFC 3339.' })),
});

export type RolloutOutput = Static<typeof RolloutSeen>;
