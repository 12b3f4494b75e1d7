// A mapping of events as its file has it, for those that write one.
import type { RuleFile } from '../feeds/mapping-parts.ts';

type Rule = string | RuleFile;

/** As `checkEventMapping` takes it. */
export interface EventMappingFile {
  readonly type: RuleFile & { readonly values?: Readonly<Record<string, string>> };
  readonly timestamp: Rule;
  readonly user: Readonly<Record<string, Rule>>;
  readonly name?: Rule;
  readonly eventId?: Rule;
  readonly session?: Rule;
  readonly properties: Readonly<Record<string, Rule>>;
  readonly items?: Readonly<Record<string, Rule | readonly string[]>>;
  readonly decimalComma?: true;
}
