// How a mapping points into a source row: `priceInfo.price`, `images[0].uri`, `images[].uri`,
// `attributes[key=material].value.text`, and `["odd.name"]` for names with dots or brackets.
import { isJsonObject } from './json.ts';

type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'where'; readonly name: string; readonly value: string }
  | { readonly kind: 'each' };

/** A parsed path; `root` is the source's own column that it begins with. */
export interface Path {
  readonly root: string;
  readonly steps: readonly Step[];
}

const PATH_MAX = 500;
const token = new RegExp(
  [
    String.raw`(?:^|(?<=.)\.)(?<name>[^.[\]]+)`,
    String.raw`\[(?<quoted>"(?:[^"\\]|\\.)*")\]`,
    String.raw`\[(?<index>\d{1,6})\]`,
    String.raw`\[(?<key>[^\]="]+)=(?<value>[^\]]*)\]`,
    String.raw`\[\]`,
  ].join('|'),
  'y',
);

/** Parses a path; undefined when the text is none. */
export function parsePath(text: string): Path | undefined {
  if (text.length > PATH_MAX) return undefined;
  const steps: Step[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const groups = token.exec(text)?.groups;
    const step = groups && readStep(groups);
    // A failed exec has set lastIndex back to 0 for the next caller.
    if (!step) return undefined;
    steps.push(step);
  }
  const root = steps[0];
  return root?.kind === 'name' ? { root: root.name, steps } : undefined;
}

/** What a path finds in a row, along own properties only; undefined when it leads nowhere. */
export function valueAt(row: unknown, path: Path): unknown {
  return follow(row, path.steps);
}

function follow(start: unknown, steps: readonly Step[]): unknown {
  let value = start;
  for (let position = 0; position < steps.length; position += 1) {
    const step = steps[position]!;
    if (step.kind === 'each') return followEach(value, steps.slice(position + 1));
    value = take(value, step);
    if (value === undefined) return undefined;
  }
  return value;
}

function followEach(value: unknown, rest: readonly Step[]): unknown {
  if (!Array.isArray(value)) return undefined;
  const found = value
    .flatMap((element) => follow(element, rest))
    .filter((one) => one !== undefined);
  return found.length > 0 ? found : undefined;
}

function take(value: unknown, step: Exclude<Step, { kind: 'each' }>): unknown {
  if (step.kind === 'name') return own(value, step.name);
  if (!Array.isArray(value)) return undefined;
  if (step.kind === 'index') return value[step.index];
  return value.find((element) => {
    const found = own(element, step.name);
    return found !== undefined && typeof found !== 'object' && String(found) === step.value;
  });
}

function own(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function readStep(groups: Readonly<Record<string, string | undefined>>): Step | undefined {
  const { name, quoted, index, key, value } = groups;
  if (name !== undefined) return { kind: 'name', name };
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  if (key !== undefined) return { kind: 'where', name: key, value: value ?? '' };
  if (quoted === undefined) return { kind: 'each' };
  try {
    return { kind: 'name', name: JSON.parse(quoted) };
  } catch {
    return undefined;
  }
}
