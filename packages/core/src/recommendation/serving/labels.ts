// Puts the reason of a slot into words.

import type { Method } from '../definition.ts';
import { methodDefinition } from '../method-table.ts';
import type { CompiledStrategy } from './compile.ts';
import type { GivenItem } from './recommendation.ts';
import type { LikedReason } from './row-list.ts';

/** Why a slot has its item, in a sentence or two; of an empty one why it is empty. */
export function reasonInWords(item: GivenItem | null, { steps }: CompiledStrategy): string {
  if (!item) return 'Nothing is left that qualifies.';
  const { by, step, score, seed, liked, isExplored, relaxed } = item;
  const chance = isExplored ? ' Chance chose it among the next best.' : '';
  const given = relaxed.map((column) => `"${column}"`).join(', ');
  const more = relaxed.length > 0 ? ` More of one ${given} than the limit: else it is empty.` : '';
  if (by === 'pin') return 'It is pinned here.';
  if (by === 'last-resort') return `No step had anything left; this one qualifies.${more}`;
  const said = methodInWords(steps[step]!.method);
  const because = liked ? likingInWords(liked) : seed === null ? '' : ` because of ${seed}`;
  const scored = score === null || isMoment(steps[step]!.method) ? '' : `, score ${shown(score)}`;
  return `Step ${step + 1}, ${said}${because}${scored}.${chance}${more}`;
}

/** `because "Snacks" of categories is liked 3.2 times as much as by the site, in this visit too` */
function likingInWords({ property, value, times, isOfVisit }: LikedReason): string {
  const compared = times === null ? '' : ` ${shownTimes(times)} times as much as by the site`;
  const visit = isOfVisit ? ', in this visit too' : '';
  return ` because "${value}" of ${property} is liked${compared}${visit}`;
}

const shownTimes = (times: number) => String(Number(times.toPrecision(2)));

/** Is the score a time? */
const isMoment = (method: Method) => methodDefinition(method).isMoment;

const shown = (score: number) => String(Number(score.toPrecision(4)));

/** A method in a few words. */
function methodInWords(method: Method): string {
  const type = method.type.replaceAll('-', ' ');
  if (method.type === 'collaborative') return `collaborative by ${method.algorithm}`;
  if ('window' in method) return `${type} of ${method.window} days`;
  return type;
}
