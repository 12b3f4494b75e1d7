// A mapping as its file has it, for those that write one.

/** As `checkMapping` takes it. */
export interface MappingFile {
  readonly sheet?: string;
  readonly root?: string;
  readonly fold?: object;
  readonly unfold?: string;
  readonly parents?: object;
  readonly skip?: readonly object[];
  readonly pairs?: readonly object[];
  readonly columns: Readonly<Record<string, RuleFile>>;
  readonly keepOthers: boolean;
  readonly decimalComma?: true;
  readonly currency?: string;
  readonly base?: string;
}

export interface RuleFile {
  readonly from?: string | readonly string[];
  readonly template?: string | readonly string[];
  readonly json?: true;
  readonly split?: string;
  readonly at?: number;
  readonly text?: readonly string[];
  readonly cases?: readonly object[];
  readonly without?: readonly string[];
  readonly as?: string;
  readonly separator?: string;
  readonly default?: unknown;
  readonly optional?: true;
}

/** How a path names a column of the file; dots and brackets would lead into its value. */
export function pathOf(column: string): string {
  return /^[^.[\]{}]+$/.test(column) ? column : `[${JSON.stringify(column)}]`;
}

/** `g:Image Link`, `image_link` and `Imagé-Link` are one name. */
export function bareName(header: string): string {
  return header
    .normalize('NFD')
    .toLowerCase()
    .replace(/^g:/, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '');
}
