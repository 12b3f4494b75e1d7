// A layer's slots as parts of a bar, and in words.
import type { LayerOutput } from '@attune/contract';
import type { Part } from '../../ui/range-bar.tsx';

type Member = LayerOutput['members'][number];

/** What each campaign holds, one colour a campaign. */
export function partsOf({ members, slots }: Pick<LayerOutput, 'members' | 'slots'>): Part[] {
  return members.flatMap(({ held }, hue) =>
    held.map(([from, to]) => ({ from: from / slots, to: (to + 1) / slots, hue })),
  );
}

export function countHeld({ held }: Pick<Member, 'held'>): number {
  return held.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

/** "0–299, 400–499". */
export function sayHeld({ held }: Pick<Member, 'held'>): string {
  const said = held.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return said.join(', ') || 'None';
}
