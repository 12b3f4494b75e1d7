// Conditions as sentences: "is a returning visitor and uses a phone".
import {
  kindsOfActivity,
  readActivity,
  readCampaignActivity,
  signalsOfActivity,
} from '../activity.ts';
import { operators } from '../operators.ts';
import { readCondition } from '../read.ts';
import type { AttributeRow, Group, Row } from '../rows.ts';
import { wordsOf } from './catalogue.ts';
import { chosenOf, comparisons } from './operands.ts';
import { textOf, ways } from './text-match.ts';
import { beginRow, dayComparisons, nameIn, tasteOf, type Word, wordOf } from './word.ts';

/** What ids are called. */
export interface Names {
  readonly words: readonly Word[];
  readonly audienceOf: (id: number | null) => string;
  /** By its selector. */
  readonly campaignOf: (selector: string) => string;
}

const unnamed: Pick<Names, 'audienceOf' | 'campaignOf'> = {
  audienceOf: (id) => `${id}`,
  campaignOf: (selector) => selector,
};

/** Where a site's own words and names are not at hand. */
const plain: Names = { ...unnamed, words: wordsOf([]) };

/** What a condition was and became, as sentences; as JSON where both would be the same sentence. */
export function sayChange(before: unknown, after: unknown): readonly [string, string] {
  const [was, is] = [before, after].map(
    (one) => sayGroup(readCondition(one), plain) || 'everyone',
  ) as [string, string];
  if (was !== is) return [was, is];
  return [JSON.stringify(before ?? {}, null, 2), JSON.stringify(after ?? {}, null, 2)];
}

/** A part of a condition as a sentence; undefined where there are no words for it. */
export function sayAttribute(path: string, operator: string, value: unknown): string | undefined {
  const { rows } = readCondition({ [path]: { [operator]: value } });
  const [row] = rows;
  if (rows.length !== 1 || row?.kind !== 'attribute') return undefined;
  const word = wordOf(plain.words, row);
  return word && sayWord(word, row, plain);
}

const joins = { all: ' and ', any: ' or ', none: ' or ' };

/** A whole condition: "is in Germany and (uses a phone or uses a tablet)"; '' for everyone. */
export function sayGroup({ of, rows }: Group, names: Names, isWithin = false): string {
  const said = rows
    .filter((row) => row.kind !== 'group' || row.rows.length > 0)
    .map((row) =>
      row.kind === 'group' ? sayGroup(row, names, rows.length > 1) : sayRow(row, names),
    );
  const text = said.join(joins[of]);
  if (of === 'none') return `not (${text})`;
  return isWithin && said.length > 1 ? `(${text})` : text;
}

/** A row: "uses a phone". */
function sayRow(row: Exclude<Row, Group>, names: Names): string {
  if (row.kind === 'json') return `matches ${JSON.stringify(row.json)}`;
  if (row.kind === 'audience') {
    return `${row.isIn ? 'is' : 'is not'} in the audience ${names.audienceOf(row.id)}`;
  }
  const word = wordOf(names.words, row);
  return (word && sayWord(word, row, names)) ?? sayPlain(row);
}

function sayWord(word: Word, row: AttributeRow, names: Names): string | undefined {
  const { path, operator, value } = row;
  switch (word.shape) {
    case 'flag':
      return value ? word.yes : word.no;
    case 'choice': {
      const { values, isNot } = chosenOf(row, word)!;
      const called = values.map((one) => word.options?.[one] ?? one).join(' or ');
      const subject =
        word.of === undefined ? '' : `has ${word.of} ${nameIn(word.path, path)} that `;
      return `${subject}${isNot ? word.isNot : word.is} ${called || '…'}`;
    }
    case 'text': {
      const { way, text } = textOf(row)!;
      return `${word.subject} ${ways[way]} “${text}”`;
    }
    case 'amount':
      return `${word.subject} ${comparisons[operator]} ${value} ${word.unit ?? ''}`.trim();
    case 'day':
      return `${word.subject} ${dayComparisons[operator]} ${value || '…'}`;
    case 'taste': {
      const liked = tasteOf(word, row)!;
      const { property, top, isIn } = liked;
      const what = `${liked.value || '…'} (${property})`;
      return `${isIn ? word.subject : word.isNot} ${what} among their top ${top}`;
    }
    case 'counted':
      return sayCounted(row);
    case 'campaign': {
      const { did, campaign, days } = readCampaignActivity(path)!;
      const verb = did === 'click' ? 'clicked' : 'saw';
      const what = campaign === '' ? '…' : names.campaignOf(campaign);
      return `${verb} ${what} ${comparisons[operator]} ${sayTimes(Number(value))} in ${days} days`;
    }
    default:
      return;
  }
}

const sayTimes = (times: number) => (times === 1 ? 'once' : `${times} times`);

function sayCounted({ path, operator, value }: AttributeRow): string {
  const { of, name, property, value: wanted, days } = readActivity(path)!;
  const often = `${comparisons[operator]} ${sayTimes(Number(value))} in ${days} days`;
  if (property !== undefined) {
    return `${signalsOfActivity[of] ?? of} ${wanted || '…'} (${property}) ${often}`;
  }
  if (name !== undefined) return `sent the event ${name || '…'} ${often}`;
  if (of === 'days') return `was active on ${comparisons[operator]} ${value} of ${days} days`;
  return `${kindsOfActivity[of] ?? of} ${often}`;
}

function sayPlain({ path, operator, value }: AttributeRow): string {
  const { words = operator, takes } = operators[operator] ?? {};
  if (takes === 'flag') return `${path || '…'} ${value ? 'is known' : 'is not known'}`;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return `${path || '…'} ${words.trim()} ${text || '…'}`;
}

/** What a word would say, for those who look for one: "uses a phone". */
export function exampleOf(word: Word, names: Names): string {
  if (word.shape === 'free') return 'any attribute, by its path';
  if (word.shape === 'flag') return `${word.no} · ${word.yes}`;
  if (word.shape === 'choice') {
    const [first = '…', second] = Object.values(word.options ?? {});
    return [word.of, word.is, second === undefined ? first : `${first}, ${second} …`]
      .filter(Boolean)
      .join(' ');
  }
  const begun = beginRow(word, 'categories');
  return begun.kind === 'group' ? '' : sayRow(begun, names);
}
