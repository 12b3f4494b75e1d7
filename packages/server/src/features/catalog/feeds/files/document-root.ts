// Where in a JSON or XML document its items are, by a look at its beginning.
import { SaxesParser } from 'saxes';

/** Names of lists that hold the items, whatever else a document lists. */
const likely = new Set(
  'items products product data entries results records articles offers nodes rows'.split(' '),
);

/**
 * The names that lead to the list of items of a JSON document; undefined for an array, for `items`,
 * and where none is found.
 */
export function jsonRoot(head: string): readonly string[] | undefined {
  const lists = objectLists(head);
  const best = lists.find((path) => likely.has(path.at(-1)!.toLowerCase())) ?? lists[0];
  return best?.join('.') === 'items' ? undefined : best;
}

const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]/g;

/** Lists of objects that stand in no other list, in their order. */
function objectLists(head: string): string[][] {
  const found: string[][] = [];
  const open: { readonly isArray: boolean; name: string }[] = [];
  let text = '';
  for (const [part] of head.matchAll(token)) {
    const top = open.at(-1);
    if (part === '[' || part === '{') {
      const isFree = open.length > 1 && open.slice(0, -1).every(({ isArray }) => !isArray);
      if (part === '{' && top?.isArray && isFree) {
        const names = open.slice(0, -1).map(({ name }) => name);
        if (!found.some((path) => path.join('.') === names.join('.'))) found.push(names);
      }
      open.push({ isArray: part === '[', name: '' });
    } else if (part === ']' || part === '}') open.pop();
    else if (part === ':' && top && !top.isArray) top.name = nameOf(text);
    if (open[0]?.isArray) return [];
    text = part;
  }
  return found;
}

function nameOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}

interface Element {
  readonly path: string;
  hasChildren: boolean;
}

/**
 * The names of the elements that lead to an item of an XML document: those with children that come
 * most often at the least depth. Undefined for RSS and Atom, which say so themselves.
 */
export function xmlRoot(head: string): readonly string[] | undefined {
  const open: Element[] = [];
  const counts = new Map<string, number>();
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name }) => {
    const parent = open.at(-1);
    if (parent) parent.hasChildren = true;
    open.push({
      path: parent ? `${parent.path}.${localOf(name)}` : localOf(name),
      hasChildren: false,
    });
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!closed?.hasChildren) return;
    counts.set(closed.path, (counts.get(closed.path) ?? 0) + 1);
  });
  // What is cut off, or not well-formed, says enough before it.
  parser.on('error', () => undefined);
  parser.write(head);
  const depth = (path: string) => path.split('.').length;
  const paths = [...counts.keys()].filter((path) => depth(path) > 1);
  if (paths.some((path) => /^(rss|feed|RDF)\b/.test(path))) return undefined;
  const several = paths.filter((path) => counts.get(path)! > 1);
  const [best] = (several.length > 0 ? several : paths).sort((a, b) => depth(a) - depth(b));
  return best?.split('.');
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1);
