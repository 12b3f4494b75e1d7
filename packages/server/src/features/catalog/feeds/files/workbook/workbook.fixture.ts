// Workbooks for tests: sheets, texts and cells, as Excel writes them.
import { zipOf } from '../feed-file.fixture.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const related = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

export interface Book {
  /** Names and rows as XML, in the order of the workbook. */
  readonly sheets: readonly (readonly [name: string, rows: string, more?: string])[];
  readonly texts?: readonly string[];
  readonly is1904?: boolean;
  readonly more?: Readonly<Record<string, string>>;
}

/** A workbook as Excel writes it, the sheets before the texts that they share. */
export function bookOf({ sheets, texts = [], is1904, more = {} }: Book): Buffer {
  const listed = sheets.map(
    ([name, , attributes = ''], at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}" ${attributes}/>`,
  );
  const links = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="w" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const pages = sheets.map(([, rows], at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  ]);
  const date = is1904 ? ' date1904="1"' : '';
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    ...Object.fromEntries(pages),
    'xl/workbook.xml': `<workbook ${main} ${related}><workbookPr${date}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;days&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...more,
  });
}

export const inline = (at: string, text: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const number = (at: string, text: string, style = 0) =>
  `<c r="${at}" s="${style}"><v>${text}</v></c>`;
export const head = (row: number, ...names: string[]) =>
  `<row r="${row}">${names.map((name, at) => inline(`${String.fromCharCode(65 + at)}${row}`, name)).join('')}</row>`;
