// How XML is read: RSS items, Atom entries, or the elements of a path become rows.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FeedFileError, type FileLine, ROW_MAX } from './feed-line.ts';

/** An open element within an item; `members` are those of its child elements that count. */
interface Node {
  readonly name: string;
  readonly google: boolean;
  readonly counts: boolean;
  readonly members: Member[];
  readonly href: string;
  text: string;
}

interface Member {
  readonly name: string;
  readonly google: boolean;
  readonly isAttribute?: boolean;
  readonly value: unknown;
}

const GOOGLE = 'http://base.google.com/ns/1.0';
const CUSTOM = 'http://base.google.com/cns/1.0';
const namespaces = new Set([
  GOOGLE,
  CUSTOM,
  '',
  'http://www.w3.org/2005/Atom',
  'http://purl.org/rss/1.0/',
]);
const roots = new Set(['rss', 'feed', 'RDF']);

/**
 * Reads RSS 2.0, RSS 1.0 and Atom, or the elements that `root` names from the outermost on; `g:`
 * attributes win over the format's own of the same name, repeated ones become arrays, nested ones
 * objects; of RSS and Atom other namespaces are skipped. Memory holds
 * one item. XML that is cut off or not well-formed throws FeedFileError, and so does an entity that
 * XML does not define itself: a document's own declarations are never read, let alone expanded.
 */
export async function* readXml(
  text: AsyncIterable<string>,
  root?: readonly string[],
): AsyncGenerator<FileLine> {
  let ended: FileLine[] = [];
  let unread = 0;
  const parser = createParser(root, (item) => ended.push(item));
  for await (const chunk of text) {
    parser.write(chunk);
    unread = ended.length > 0 ? 0 : unread + chunk.length;
    // The parser keeps an unfinished text in memory, however long it grows.
    if (unread > 2 * ROW_MAX) throw new FeedFileError(`no item ends within ${2 * ROW_MAX} bytes`);
    yield* ended;
    ended = [];
  }
  parser.close();
}

function createParser(root: readonly string[] | undefined, onItem: (item: FileLine) => void) {
  const parser = new SaxesParser({
    xmlns: true,
    // Feeds in the wild use g: without declaring it; other undeclared prefixes are skipped.
    resolvePrefix: (prefix: string) =>
      prefix === 'g' ? GOOGLE : prefix === '' ? '' : `undeclared:${prefix}`,
  });
  const open: Node[] = [];
  const path: string[] = [];
  let items = 0;
  parser.on('error', (error) => {
    throw new FeedFileError(`the file is not well-formed XML: ${error.message}`);
  });
  parser.on('opentag', (tag) => {
    path.push(tag.local);
    if (!root && path.length === 1 && !roots.has(tag.local)) {
      throw new FeedFileError(`the file is neither RSS nor Atom: it begins with <${tag.name}>`);
    }
    const isItem = root
      ? path.length === root.length && root.every((name, at) => path[at] === name)
      : path.length > 1 && (tag.local === 'item' || tag.local === 'entry');
    if (open.length === 0 && !isItem) return;
    open.push(toNode(tag, root !== undefined));
  });
  const addText = (text: string) => {
    const node = open.at(-1);
    if (node) node.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    path.pop();
    const node = open.pop();
    if (!node) return;
    const parent = open.at(-1);
    if (!parent) {
      items += 1;
      onItem({ line: items, row: toRow(node.members) });
    } else if (node.counts) {
      parent.members.push({ name: node.name, google: node.google, value: readValue(node) });
    }
  });
  return parser;
}

function toNode(tag: SaxesTagNS, isGeneric: boolean): Node {
  const relation = tag.attributes['rel']?.value ?? 'alternate';
  return {
    name: tag.local,
    google: tag.uri === GOOGLE || tag.uri === CUSTOM,
    counts: isGeneric || (namespaces.has(tag.uri) && relation === 'alternate'),
    members: isGeneric ? attributesOf(tag) : [],
    href: tag.attributes['href']?.value ?? '',
    text: '',
  };
}

const attributesOf = ({ attributes }: SaxesTagNS): Member[] =>
  Object.values(attributes)
    .filter(({ prefix, local }) => prefix !== 'xmlns' && local !== 'xmlns')
    .map(({ local, value }) => ({ name: local, google: false, isAttribute: true, value }));

function readValue(node: Node): unknown {
  // What an attribute says beside a text, such as its unit, is not told.
  const hasText = node.text.trim() !== '' && node.members.every(({ isAttribute }) => isAttribute);
  if (node.members.length > 0 && !hasText) return toRow(node.members);
  // Atom writes an address as <link href="..."/>.
  return node.text.trim() || node.href.trim();
}

/** Empty elements say nothing, like the empty cells of a table. */
function toRow(members: readonly Member[]): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  const google = new Set(members.filter((one) => one.google).map(({ name }) => name));
  for (const { name, value, google: isGoogle } of members) {
    if (value === '' || (google.has(name) && !isGoogle)) continue;
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    [...values].map(([name, found]) => [name, found.length === 1 ? found[0] : found]),
  );
}
