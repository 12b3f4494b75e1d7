// Summarises the events that a model was made of for its info, added up block by block.
import {
  type InteractionBlock,
  interactionKinds,
  type LearningMethod,
  makeUserTable,
} from '@attune/core';
import { dayTextOf } from '../../../events/interactions/index.ts';
import type { ModelFacts } from '../facts.ts';

const dayMs = 86_400_000;

export interface Summary {
  readonly add: (block: InteractionBlock) => void;
  /** How many events there were up to now. */
  readonly events: () => number;
  readonly read: () => Omit<ModelFacts['data'], 'items'>;
}

/** Begins to add up what a method counts. */
export function summaryOf(method: LearningMethod): Summary {
  const wanted = interactionKinds.indexOf(eventOf(method));
  const users = makeUserTable();
  const days = new Set<number>();
  let events = 0;
  return {
    events: () => events,
    add({ day, users: all, user, kind }) {
      const isSeen = new Uint8Array(all.length);
      let rows = 0;
      for (let row = 0; row < kind.length; row += 1) {
        if (kind[row] !== wanted) continue;
        rows += 1;
        isSeen[user[row]!] = 1;
      }
      if (rows === 0) return;
      events += rows;
      days.add(day);
      users.numbersOf(all.filter((_, place) => isSeen[place] === 1));
    },
    read() {
      const inOrder = [...days].sort((one, other) => one - other);
      const text = (day: number | undefined) => (day === undefined ? null : dayTextOf(day * dayMs));
      const range = { from: text(inOrder[0]), to: text(inOrder.at(-1)) };
      return { days: days.size, ...range, events, users: users.size() };
    },
  };
}

function eventOf(method: LearningMethod): (typeof interactionKinds)[number] {
  if ('event' in method) return method.event;
  return method.type === 'viewed-together' ? 'view' : 'purchase';
}
