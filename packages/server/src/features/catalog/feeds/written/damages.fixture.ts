// What may happen to a file on its way, for each form of files.
import type { System } from './catalogue.fixture.ts';

type Form = 'table' | 'json' | 'xml';

export const formOf = ({ file }: System): Form =>
  file.endsWith('.xml') ? 'xml' : file.endsWith('.json') ? 'json' : 'table';

interface Damage {
  readonly what: string;
  readonly of: (text: string, system: System) => string | Buffer;
  /** What the sender is told, by form; a rejected row's message where the file as such is good. */
  readonly told: Readonly<Record<Form, RegExp>>;
}

const same = (told: RegExp) => ({ table: told, json: told, xml: told });
const markOf = ({ file }: System) => (file.endsWith('.tsv') ? '\t' : ',');

/** Cells of a table: no text of these catalogues has a line end in it. */
const cellsOf = (line: string, mark: string) => line.match(mark === '\t' ? tabbed : comma)!;
const comma = /(?:^|(?<=,))(?:"(?:[^"]|"")*"|[^,]*)/g;
const tabbed = /(?:^|(?<=\t))(?:"(?:[^"]|"")*"|[^\t]*)/g;

function withoutPrices(text: string, system: System): string {
  const mark = markOf(system);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => cellsOf(line, mark));
  const isPrice = lines[0]!.map((name) => system.prices.includes(name));
  const left = lines.map((cells) => cells.filter((_, at) => !isPrice[at]).join(mark));
  return `${left.join('\n')}\n`;
}

const bomb = `<?xml version="1.0"?>\n<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
<rss><channel><item><title>&c;</title></item></channel></rss>\n`;

const byForm = (
  forms: Readonly<Record<Form, (text: string, system: System) => string | Buffer>>,
): Damage['of'] => {
  return (text, system) => forms[formOf(system)](text, system);
};

const second = (text: string) => text.indexOf('\n') + 1;
const beforeLast = (text: string) => text.trimEnd().lastIndexOf('\n') + 1;

export const damages: readonly Damage[] = [
  {
    what: 'cut off in the middle of its last row',
    of: (text, system) => {
      const isTable = formOf(system) === 'table';
      const from = isTable ? beforeLast(text) : text.length / 2;
      return text.slice(0, Math.floor((from + text.length) / 2));
    },
    told: {
      table: /cut off in row \d|never closed/,
      json: /cut off in line/,
      xml: /not well-formed/,
    },
  },
  {
    what: 'with a byte of another encoding',
    of: (text) => {
      const bytes = Buffer.from(text);
      const at = Buffer.byteLength(text.slice(0, text.lastIndexOf('Lamp')));
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xe4]), bytes.subarray(at)]);
    },
    told: same(/is not utf-8 between bytes/i),
  },
  {
    what: 'with its beginning twice',
    of: byForm({
      table: (text) => text.slice(0, second(text)) + text,
      json: (text) => text + text,
      xml: (text) => text.slice(0, second(text)) + text,
    }),
    told: { table: /is the header again/, json: /line 1/, xml: /not well-formed/ },
  },
  {
    what: 'with a quote that stays open',
    of: byForm({
      table: (text) => `${text}"never`,
      json: (text) => text.replace(/\]\}\s*$/, ',{"title":"never'),
      xml: (text) => text.replace('</channel>', '<item id="never'),
    }),
    told: { table: /never closed/, json: /cut off/, xml: /not well-formed/ },
  },
  {
    what: 'a web page',
    of: () => '<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>',
    told: same(/web page/),
  },
  { what: 'empty', of: () => '', told: same(/empty/) },
  {
    what: 'with a row whose cells stand elsewhere',
    of: byForm({
      table: (text, system) => {
        const at = beforeLast(text);
        return `${text.slice(0, at)}x${markOf(system)}${text.slice(at)}`;
      },
      json: (text) => text.replace(/\]\}\s*$/, ',["moved","cells"]]}'),
      xml: (text) => text.replace('</channel>', '<item><g:id>17 EUR</g:id></item></channel>'),
    }),
    told: {
      table: /has \d+ cells, and the header \d+/,
      json: /must be an object/,
      xml: /is missing/,
    },
  },
  {
    what: 'no text',
    of: () => Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0xff, 0xff, 0, 0, 0xb8, 0, 1]),
    told: same(/no text/),
  },
  { what: 'a bomb of entities', of: () => bomb, told: same(/not well-formed XML.*entity/s) },
  {
    what: 'without its prices',
    of: byForm({
      table: withoutPrices,
      json: (text) => text.replaceAll(/"price":"[^"]*",/g, ''),
      xml: (text) => text.replaceAll(/<g:price>.*<\/g:price>/g, ''),
    }),
    told: same(/price is missing|passed over/),
  },
];
