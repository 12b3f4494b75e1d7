// What a workbook says of its sheets, texts and dates, in parts of their own (ECMA-376, part 1).
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { FeedFileError } from '../feed-line.ts';
import { zipEntries } from '../unpack.ts';

type Chunks = AsyncGenerator<Uint8Array>;
type Attributes = Readonly<Record<string, string>>;

export interface SheetPart {
  readonly name: string;
  /** Within the zip. */
  readonly path: string;
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly sheets: readonly SheetPart[];
  /** Does it count days from 1904? */
  readonly is1904: boolean;
  /** Which styles of cells show a number as a date, by their place. */
  readonly areDates: readonly boolean[];
  /** Texts that cells share, by their place. */
  readonly texts: readonly string[];
}

/** Texts are kept in memory while a sheet is read. */
const textsMost = 2_000_000;
const charactersMost = 128 * 1024 ** 2;

/** Reads XML element by element, without prefixes. Throws FeedFileError where it is no XML. */
export async function readElements(
  bytes: AsyncIterable<Uint8Array>,
  on: {
    readonly open?: (name: string, attributes: Attributes) => void;
    readonly text?: (text: string) => void;
    readonly close?: (name: string) => void;
    /** After each chunk. */
    readonly chunk?: () => void;
  },
): Promise<void> {
  for await (const _ of elementsIn(bytes, on)) on.chunk?.();
}

/** The same, chunk by chunk. */
export async function* elementsIn(
  bytes: AsyncIterable<Uint8Array>,
  on: Parameters<typeof readElements>[1],
): AsyncGenerator<number> {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw new FeedFileError(`the workbook is not well-formed XML: ${error.message}`);
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    on.open?.(localOf(name), attributes);
  });
  const { text, close } = on;
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (close) parser.on('closetag', ({ name }) => close(localOf(name)));
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield chunk.length;
  }
  parser.write(decoder.decode()).close();
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads all parts but the sheets. Throws FeedFileError where there is no sheet. */
export async function readWorkbook(chunks: Chunks): Promise<Workbook> {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  const targets = new Map<string, string>();
  let [is1904, areDates, texts]: [boolean, boolean[], string[]] = [false, [], []];
  for await (const { name, bytes } of zipEntries(chunks)) {
    if (name === 'xl/workbook.xml') {
      await readElements(bytes, {
        open(element, at) {
          if (element === 'workbookPr') is1904 = /^(1|true)$/.test(at['date1904'] ?? '');
          if (element !== 'sheet') return;
          const [, id = ''] = Object.entries(at).find(([key]) => key.endsWith(':id')) ?? [];
          sheets.push({
            name: at['name'] ?? '',
            id,
            isHidden: (at['state'] ?? 'visible') !== 'visible',
          });
        },
      });
    } else if (name === 'xl/_rels/workbook.xml.rels') {
      await readElements(bytes, {
        open(element, { Id, Target }) {
          if (element === 'Relationship' && Id && Target) targets.set(Id, pathOf(Target));
        },
      });
    } else if (name === 'xl/styles.xml') areDates = await readStyles(bytes);
    else if (name === 'xl/sharedStrings.xml') texts = await readTexts(bytes);
  }
  const found = sheets.flatMap(({ id, ...sheet }) => {
    const path = targets.get(id);
    return path ? [{ ...sheet, path }] : [];
  });
  if (found.length === 0)
    throw new FeedFileError(
      'the file is an Office document without a table: save the table as xlsx or CSV',
    );
  return { sheets: found, is1904, areDates, texts };
}

const pathOf = (target: string) =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

/** Formats that every workbook knows by their number. */
const isDateNumber = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Excel writes none that is longer. */
const longestCode = 255;

/** Without texts, escaped characters and what stands in brackets, such as a colour. */
const isDateCode = (code: string) =>
  /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')) && code !== 'General';

async function readStyles(bytes: Chunks): Promise<boolean[]> {
  const codes = new Map<number, boolean>();
  const areDates: boolean[] = [];
  let isOfCells = false;
  await readElements(bytes, {
    open(element, at) {
      if (element === 'numFmt')
        codes.set(
          Number(at['numFmtId']),
          isDateCode((at['formatCode'] ?? '').slice(0, longestCode)),
        );
      if (element === 'cellXfs') isOfCells = true;
      if (element !== 'xf' || !isOfCells) return;
      const id = Number(at['numFmtId'] ?? 0);
      areDates.push(codes.get(id) ?? isDateNumber(id));
    },
    close(element) {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return areDates;
}

async function readTexts(bytes: Chunks): Promise<string[]> {
  const texts: string[] = [];
  let [text, characters, isText, isPhonetic] = ['', 0, false, false];
  await readElements(bytes, {
    open(element) {
      if (element === 'si') text = '';
      isText = element === 't';
      isPhonetic ||= element === 'rPh';
    },
    text(part) {
      if (isText && !isPhonetic) text += part;
    },
    close(element) {
      isText = false;
      if (element === 'rPh') isPhonetic = false;
      if (element !== 'si') return;
      texts.push(text);
      characters += text.length;
      if (texts.length > textsMost || characters > charactersMost) {
        throw new FeedFileError('the workbook has more text than is read: save the table as CSV');
      }
    },
  });
  return texts;
}
