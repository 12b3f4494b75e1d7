// How the XML of Google Merchant is read: RSS items and Atom entries become rows of attributes.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FeedFileError, type FeedLine, ROW_MAX } from './feed-line.ts';

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
 * Reads RSS 2.0, RSS 1.0 and Atom; `g:` attributes win over the format's own of the same name,
 * repeated ones become arrays and nested ones objects, other namespaces are skipped. Memory holds
 * one item. XML that is cut off or not well-formed throws FeedFileError, and so does an entity that
 * XML does not define itself: a document's own declarations are never read, let alone expanded.
 */
export async function* readGoogleXml(text: AsyncIterable<string>): AsyncGenerator<FeedLine> {
  let ended: FeedLine[] = [];
  let unread = 0;
  const parser = createParser((item) => ended.push(item));
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

function createParser(onItem: (item: FeedLine) => void) {
  const parser = new SaxesParser({
    xmlns: true,
    // Feeds in the wild use g: without declaring it; other undeclared prefixes are skipped.
    resolvePrefix: (prefix: string) =>
      prefix === 'g' ? GOOGLE : prefix === '' ? '' : `undeclared:${prefix}`,
  });
  const open: Node[] = [];
  let depth = 0;
  let line = 0;
  parser.on('error', (error) => {
    throw new FeedFileError(`the file is not well-formed XML: ${error.message}`);
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth === 1 && !roots.has(tag.local)) {
      throw new FeedFileError(`the file is neither RSS nor Atom: it begins with <${tag.name}>`);
    }
    const isItem = depth > 1 && (tag.local === 'item' || tag.local === 'entry');
    if (open.length === 0 && !isItem) return;
    if (open.length === 0) line = parser.line;
    open.push(toNode(tag));
  });
  const addText = (text: string) => {
    const node = open.at(-1);
    if (node) node.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    const node = open.pop();
    if (!node) return;
    const parent = open.at(-1);
    if (!parent) onItem({ line, row: toRow(node.members) });
    else if (node.counts) {
      parent.members.push({ name: node.name, google: node.google, value: readValue(node) });
    }
  });
  return parser;
}

function toNode(tag: SaxesTagNS): Node {
  const relation = tag.attributes['rel']?.value ?? 'alternate';
  return {
    name: tag.local,
    google: tag.uri === GOOGLE || tag.uri === CUSTOM,
    counts: namespaces.has(tag.uri) && relation === 'alternate',
    members: [],
    href: tag.attributes['href']?.value ?? '',
    text: '',
  };
}

function readValue(node: Node): unknown {
  if (node.members.length > 0) return toRow(node.members);
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
