// What a teammate edits of a person's affinity.
import Type from 'typebox';
import { named } from '../named.ts';

/** A day. */
export const Day = Type.String({ description: 'A UTC day: `2026-03-01`.' });
/** Of a column of the feed. */
export const property = Type.String({ minLength: 1, maxLength: 100 });
export const value = Type.String({ minLength: 1, maxLength: 1_000 });

export const edit = {
  property,
  value: Type.Optional(
    Type.String({ ...value, description: 'Absent: of the property as a whole.' }),
  ),
  action: Type.Enum(['set', 'boost', 'mute'], {
    description:
      '`set`: the value has the score `amount` (0 to 10,000), whatever was done. `boost`: its score ' +
      'times `amount` (0.01 to 100). `mute`: it is left out.',
  }),
  amount: Type.Optional(Type.Number()),
};
export const AffinityEdit = named('AffinityEdit', Type.Object({ ...edit, on: Day }));
