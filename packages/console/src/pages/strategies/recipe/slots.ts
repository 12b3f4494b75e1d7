// Slots as people write them, the first being 1: "1, 3-5"; stored from 0.

/** How many slots a request can have. */
export const slotsMax = 100;

export const sayWrongSlots = `Write slots as 1, 3-5: from 1, ${slotsMax} at most.`;

/** [0, 2, 3, 4] as "1, 3-5", in their order. */
export function writeSlots(slots: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const slot of slots) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === slot) last[1] = slot;
    else runs.push([slot, slot]);
  }
  return runs
    .map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`))
    .join(', ');
}

/** The slots that a text names; undefined: it names none that there can be. */
export function readSlots(text: string): number[] | undefined {
  const slots: number[] = [];
  for (const part of text.split(',')) {
    const [, first, last = first] = /^([0-9]{1,4})(?:-([0-9]{1,4}))?$/.exec(spaceless(part)) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && to >= from && to <= slotsMax)) return;
    for (let slot = from; slot <= to; slot += 1) slots.push(slot - 1);
  }
  return slots;
}

const spaceless = (text: string) => text.replaceAll(/\s/g, '').replaceAll('–', '-');
