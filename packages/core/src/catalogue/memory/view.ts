// A version as everybody may ask it.
import type { Catalogue } from '../catalogue.ts';
import { jsonOf } from './bytes.ts';
import { cellText } from './column-store.ts';
import { type ColumnView, columnView } from './column-view.ts';
import { itemText, type TextMember } from './item-text.ts';
import { isLive } from './live.ts';
import { inLocale, isLocalised, localeKey, partsOf } from './localised.ts';
import { findRow } from './sku-table.ts';
import type { Version } from './version.ts';

const versions = new WeakMap<Catalogue, Version>();

/** The version behind a catalogue that this folder made. */
export function versionOf(catalogue: Catalogue): Version {
  const version = versions.get(catalogue);
  if (!version) throw new Error('a catalogue that was made elsewhere');
  return version;
}

/** Makes a catalogue of a version. */
export function catalogueOf(version: Version): Catalogue {
  const { revision, storage, live, rows, size } = version;
  const { skus, table } = storage;
  const columns = namesOf(version);
  const plan = textPlan(version, columns);
  const textOf = keptTexts();
  const views = new Map<string, ColumnView>();
  const view = (name: string): ColumnView | undefined => {
    const known = views.get(name);
    if (known) return known;
    const at = storage.byName.get(name);
    if (at === undefined || !version.fills[at]) return undefined;
    const made = columnView(version, storage.columns[at]!);
    views.set(name, made);
    return made;
  };
  const localised = new Map<string, ColumnView | undefined>();
  const catalogue: Catalogue = {
    revision,
    size,
    rows,
    bytes: storage.compactedBytes + storage.addedBytes + live.length * 512,
    rowOf(sku) {
      const json = jsonOf(sku);
      return findRow(table, skus, live, [json, 0, json.length]);
    },
    skuOf: (row) => JSON.parse(cellText(skus, row)),
    isLive: (row) => isLive(live, row),
    columns,
    column(name, locale) {
      if (locale === undefined) return view(name);
      const key = `${localeKey(locale)}:${name}`;
      if (localised.has(key)) return localised.get(key);
      const first = view(plan.localisedName(name, locale) ?? '');
      const plain = view(name);
      const found = first && plain ? inLocale(first, plain) : (first ?? plain);
      // A column of its own name, whatever it is read from.
      const named = found && { ...found, name };
      localised.set(key, named);
      return named;
    },
    itemText: (row, fields, locale) => textOf(plan.members(fields, locale), row),
  };
  versions.set(catalogue, version);
  return catalogue;
}

/** So many characters, about: what is recommended is a small part of a feed. */
const keptCharacters = 2 ** 21;

/** Texts of items; all are let go of when they have become too much. */
function keptTexts() {
  const texts = new Map<readonly TextMember[], Map<number, string>>();
  let characters = 0;
  return (members: readonly TextMember[], row: number): string => {
    const known = texts.get(members)?.get(row);
    if (known !== undefined) return known;
    const text = itemText(members, row);
    characters += text.length;
    if (characters > keptCharacters) {
      texts.clear();
      characters = text.length;
    }
    const ofMembers = texts.get(members) ?? new Map<number, string>();
    texts.set(members, ofMembers.set(row, text));
    return text;
  };
}

/** The columns that an item fills, in the order of its text. */
function namesOf({ storage, fills }: Version): string[] {
  const names = storage.columns.filter((_, at) => (fills[at] ?? 0) > 0).map(({ name }) => name);
  return inTextOrder(names);
}

/** As an object has its members: whole numbers first, then the others. */
function inTextOrder(names: readonly string[]): string[] {
  const members = [...names].sort().map((name) => [name, true]);
  return Object.keys(Object.fromEntries(members));
}

/** Which cells make an item's text, for the fields and the locale that are asked for. */
function textPlan({ storage }: Version, columns: readonly string[]) {
  const known = new Map<string, readonly TextMember[]>();
  let last: { fields?: readonly string[]; locale?: string; members?: readonly TextMember[] } = {};
  const byLocale = new Map<string, string>();
  for (const name of columns) {
    if (!isLocalised(name)) continue;
    const { locale, plain } = partsOf(name);
    byLocale.set(`${locale}:${plain}`, name);
  }
  const localisedName = (name: string, locale: string) =>
    byLocale.get(`${localeKey(locale)}:${name}`);
  const store = (name: string) => {
    const at = storage.byName.get(name);
    return at === undefined ? [] : [storage.columns[at]!];
  };
  const memberOf = (name: string, locale: string | undefined): TextMember[] => {
    const first = locale === undefined ? undefined : localisedName(name, locale);
    const stores = [...(first === undefined ? [] : store(first)), ...store(name)];
    const key = new TextEncoder().encode(`${JSON.stringify(name)}:`);
    return stores.length === 0 ? [] : [{ key, columns: stores }];
  };
  const namesIn = (locale: string | undefined) => {
    const plain = columns.filter((name) => !isLocalised(name));
    if (locale === undefined) return plain;
    const start = `${localeKey(locale)}:`;
    const added = [...byLocale.keys()].filter((key) => key.startsWith(start));
    return inTextOrder([...new Set([...plain, ...added.map((key) => key.slice(start.length))])]);
  };
  const members = (fields: readonly string[] | undefined, locale: string | undefined) => {
    if (last.members && last.fields === fields && last.locale === locale) return last.members;
    const key = JSON.stringify([locale ?? null, fields ?? null]);
    const found =
      known.get(key) ??
      [...new Set(fields ?? namesIn(locale))].flatMap((name) => memberOf(name, locale));
    if (known.size < plansMost) known.set(key, found);
    last = { members: found, ...(fields && { fields }), ...(locale !== undefined && { locale }) };
    return found;
  };
  return { members, localisedName };
}

const plansMost = 100;
