// The house rules about a file's text and name, each as a function that names its faults.

/** What is wrong with a file, as `path:line what`; `path` is relative to the project's root. */
type Rule = (file: File) => string[];

interface File {
  readonly path: string;
  readonly lines: readonly string[];
}

const mostLines = 300;
const mostFrontDoorLines = 20;
const mostColumns = 100;

const source = /[.](ts|tsx|js|cjs|mjs|sql|sh)$|^[.]ci[/]run$/;
const code = /[.](ts|tsx|js|mjs)$/;

// The patterns are written so that they do not find themselves.
const leftOver = /\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b/;
const alone = /\b(test|it|suite|describe)[.](only|todo)\b|\bonly: true\b/;
const home = /(?<![\w.~$}-])[/](home|Users|work|farm)[/][\w.-]/;
const registry = /\b(registry[.](npmjs|yarnpkg)|deb[.]debian|pypi[.]org)/;

/** Applies every rule to one file. */
export function untidyIn(path: string, text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  return rules.flatMap((rule) => rule({ path, lines }));
}

const rules: readonly Rule[] = [
  eachLine(/./, leftOver, 'is unfinished: do it, or file it'),
  eachLine(
    /[.](test|proof)[.]ts$/,
    alone,
    'keeps other tests from running, or does not run itself',
  ),
  eachLine(/./, home, 'names a folder of one machine'),
  eachLine(/./, registry, 'names a package registry'),
  eachLine(/^package-lock[.]json$/, /"resolved": "https?:/, 'says where a package was downloaded'),
  ({ path, lines }) =>
    source.test(path) && lines.length > mostLines
      ? [`${path} has ${lines.length} lines; ${mostLines} is the most`]
      : [],
  ({ path, lines }) =>
    /[/]features[/][^/]+[/][^/]+[/]index[.]ts$/.test(path) && lines.length > mostFrontDoorLines
      ? [`${path} has ${lines.length} lines; a front door has ${mostFrontDoorLines} at the most`]
      : [],
  ({ path, lines }) =>
    source.test(path) && !isComment(lines[0]?.startsWith('#!') ? lines[1] : lines[0])
      ? [`${path}:1 does not begin with a comment that says what the file knows`]
      : [],
  ({ path, lines }) =>
    lines.flatMap((line, index) =>
      source.test(path) && [...line].length > mostColumns && !isBrokenByFormatter(path, line)
        ? [`${path}:${index + 1} has ${[...line].length} columns; ${mostColumns} is the most`]
        : [],
    ),
  ({ path }) =>
    code.test(path) && !/^([.\w-]+[/])*[.]?[a-z0-9]+(-[a-z0-9]+)*([.][a-z]+)*$/.test(path)
      ? [`${path} is not named in kebab-case`]
      : [],
  ({ path }) =>
    code.test(path) && /\b(utils?|helpers?|manager|service)[.]ts$|[/]utils?[/]/.test(path)
      ? [`${path} is named after nothing: say what it knows`]
      : [],
  unpinned,
];

function eachLine(where: RegExp, what: RegExp, fault: string): Rule {
  return ({ path, lines }) =>
    where.test(path)
      ? lines.flatMap((line, index) => {
          const found = what.exec(line)?.[0];
          return found === undefined ? [] : [`${path}:${index + 1} "${found}" ${fault}`];
        })
      : [];
}

function isComment(line = ''): boolean {
  return /^(\/\/|\/\*|--|#)/.test(line);
}

/** The formatter breaks code, and leaves alone what cannot be broken: comments and literals. */
function isBrokenByFormatter(path: string, line: string): boolean {
  return code.test(path) && !/^(\/\/|\/?\*)/.test(line.trim());
}

function unpinned({ path, lines }: File): string[] {
  if (!/(^|[/])package[.]json$/.test(path)) return [];
  const manifest = JSON.parse(lines.join('\n'));
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];
  return kinds.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => !/^\d+[.]\d+[.]\d+(-[\w.]+)?$/.test(String(version)))
      .map(([name, version]) => `${path} asks for ${name} ${version}: pin one version exactly`),
  );
}
