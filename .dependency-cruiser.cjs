// Which module may import which, and why. docs/explanation/architecture.md draws the picture.
const server = '^packages/server/src/';
const features = `${server}features/`;
const feature = `${features}([^/]+/[^/]+)/`;
const frontDoor = `${features}[^/]+/[^/]+/index[.]ts$`;
const test = '([.]test|[.]proof|[.]fixture|/testing)[.]ts$';
/** Loaded by an HTML page alone. */
const page = '^packages/console/src/reference/page[.]ts$';

/** The areas of the business: each imports only itself and those before it. */
const areas = [
  'configuration',
  'access',
  'catalog',
  'people',
  'events',
  'recommendations',
  'experiences',
  'serving',
  'insights',
  'operations',
];
/** One rule an area, named after it; the last may import all. */
const downward = areas.slice(0, -1).map((area, at) => ({
  name: `${area}-imports-downward`,
  comment: `Areas build on each other in one direction: ${areas.join(', ')}.`,
  severity: 'error',
  from: { path: `${features}${area}/`, pathNot: test },
  to: { path: `${features}(${areas.slice(at + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'What cannot be read on its own cannot be changed on its own. Types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-dead-files',
      comment: 'A file that neither imports nor is imported does nothing.',
      severity: 'error',
      from: { orphan: true, path: '^packages/', pathNot: [test, page, '[.]d[.]ts$'] },
      to: {},
    },
    {
      name: 'imports-resolve',
      comment: 'An import that leads nowhere hides whatever is behind it from the other rules.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'core-is-pure',
      comment: 'Decisions need no clock, no disk and no package: that is why they can be replayed.',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: test },
      to: { pathNot: '^packages/core/src/' },
    },
    {
      name: 'contract-stands-alone',
      comment: 'The contract is data, described with the schema library and nothing else.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: test },
      to: { pathNot: ['^packages/contract/src/', 'node_modules/typebox/'] },
    },
    {
      name: 'sdk-is-thin',
      comment: 'The client brings no dependency into the program that calls it.',
      severity: 'error',
      from: { path: '^packages/sdk/src/', pathNot: [test, '^packages/sdk/src/react[.]ts$'] },
      to: { pathNot: ['^packages/sdk/src/', '^packages/contract/src/'] },
    },
    {
      name: 'sdk-brings-no-react',
      comment: 'Components use the React of the program that renders them.',
      severity: 'error',
      from: { path: '^packages/sdk/src/react[.]ts$' },
      to: { pathNot: ['^packages/sdk/src/', 'node_modules/(@types/)?react/'] },
    },
    ...['byte-cache', 'embedded-postgres'].map((name) => ({
      name: `${name}-stands-alone`,
      comment: 'It serves any product, and knows nothing of this one.',
      severity: 'error',
      from: { path: `^packages/${name}/` },
      to: { path: `^packages/(?!${name}/)` },
    })),
    {
      name: 'packages-meet-at-the-front-door',
      comment: 'What lies behind it may change without a look at who uses it.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: {
        path: '^packages/(byte-cache|embedded-postgres)/',
        pathNot: ['^packages/$1/', '^packages/[^/]+/src/(index|testing)[.]ts$'],
      },
    },
    {
      name: 'console-is-a-client',
      comment: 'The console knows the service by its API, as any other client does.',
      severity: 'error',
      from: { path: '^packages/console/' },
      to: { path: '^packages/server/' },
    },
    {
      name: 'features-meet-at-the-front-door',
      comment: 'A feature uses another one by what its index.ts offers.',
      severity: 'error',
      from: { path: feature, pathNot: test },
      to: { path: features, pathNot: [`${features}$1/`, frontDoor] },
    },
    ...downward,
    {
      name: 'features-are-in-an-area',
      comment: 'A feature has a place in the order of the areas.',
      severity: 'error',
      from: { path: `${features}(?!(${areas.join('|')})/[^/]+/)` },
      to: {},
    },
    {
      name: 'composition-uses-front-doors',
      comment: 'So do those that put the features together: commands, the demo, the node.',
      severity: 'error',
      from: { path: [`${server}(cli|demo)/`, `${server}[^/]+[.]ts$`], pathNot: '[.]test[.]ts$' },
      to: { path: features, pathNot: frontDoor },
    },
    {
      name: 'http-only-in-routes',
      comment: 'What a feature does is the same for every caller: HTTP, a command or a job.',
      severity: 'error',
      from: { path: feature, pathNot: ['/routes[.]ts$', test] },
      to: { path: [`${server}http/`, 'node_modules/fastify/'] },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'A table is read and written in one file. Types may pass through.',
      severity: 'error',
      from: { path: feature, pathNot: ['/store[.]ts$', test] },
      to: {
        path: [`${server}db/`, 'node_modules/(pg|kysely)/'],
        pathNot: `${server}db/start-fault`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'plumbing-knows-no-feature',
      comment: 'HTTP, database and log serve every feature alike.',
      severity: 'error',
      from: { path: `${server}(http|db|log)/`, pathNot: '[.]test[.]ts$' },
      to: { path: `${server}(features|cli|demo)/` },
    },
    {
      name: 'tests-are-not-used',
      comment: 'What is there for tests does not run in the product.',
      severity: 'error',
      from: { path: '^packages/', pathNot: test },
      to: { path: test },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/(console|sdk|server)/dist' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.css', '.svg', '.d.ts'],
    },
  },
};
