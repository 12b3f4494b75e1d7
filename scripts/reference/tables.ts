// The tables of the pages of reference that are made from the code.
import {
  consoleApi,
  errorCatalogue,
  eventTypes,
  isCodeEditingOf,
  itemColumns,
  mayUse,
  needsOf,
  notificationEvents,
  roles,
  tasks,
} from '@attune/contract';
import { requiredColumns } from '@attune/core';
import { settings } from '../../packages/server/src/config.ts';
import { exportKinds } from '../../packages/server/src/features/operations/exports/index.ts';
import { createMetrics } from '../../packages/server/src/log/metrics.ts';
import { type SiteTables, siteTables } from '../../packages/server/src/site-tables.ts';
import { commandsOfAttune } from './commands.ts';
import { formOf, isOptional } from './forms.ts';

type Rows = readonly (readonly string[])[];

/** Makes a table, given what its marker says behind its name. */
export const tables: Readonly<Record<string, (words: readonly string[]) => Promise<Rows>>> = {
  errors: async () => [
    ['code', 'status', 'meaning', 'what to do'],
    ...Object.entries(errorCatalogue).map(([code, { status, title, remedy }]) => [
      ...[`\`${code}\``, String(status), title, remedy],
    ]),
  ],
  'event-types': async () => [
    ['`svcType`', 'meaning', 'properties'],
    ...Object.entries(eventTypes).map(([type, { about, properties }]) => [
      ...[`\`${type}\``, about, namesOf(properties)],
    ]),
  ],
  'event-properties': async () => [
    ['property', 'form', 'meaning'],
    ...[...propertiesOfEvents()].map(([name, schema]) => [
      ...[`\`${name}\``, formOf(schema), aboutOf(schema)],
    ]),
  ],
  notifications: async () => [
    ['type', 'when', 'members of `data`'],
    ...Object.entries(notificationEvents).map(([type, { about, data }]) => [
      ...[`\`${type}\``, about, namesOf(data.properties)],
    ]),
  ],
  'item-columns': async () => [
    ['column', 'form', 'meaning', 'required in E-commerce'],
    ...Object.entries<object>(itemColumns).map(([name, schema]) => {
      const isRequired = requiredColumns('E-commerce').includes(name);
      return [`\`${name}\``, formOf(schema), aboutOf(schema), isRequired ? 'yes' : ''];
    }),
  ],
  settings: async () => [
    ['name', 'default', 'meaning'],
    ...Object.entries(settings).map(([name, { about, fallback, more }]) => {
      const isPath = fallback.startsWith('/');
      const meaning = `${about[0]!.toUpperCase()}${about.slice(1)}. ${more}`.trim();
      return [`\`${name}\``, fallback && !isPath ? `\`${fallback}\`` : '', meaning];
    }),
  ],
  roles: async () => [
    ['area', 'task', ...memberships.map(({ title }) => title)],
    ...tasks.map((task) => [
      ...[task.area, task.words],
      ...memberships.map((one) => (mayUse(needsOf(task, consoleApi), one) ? 'yes' : '')),
    ]),
  ],
  'personal-data': async () => [
    ['table', 'holds', 'stays', 'erased', 'in an export'],
    ...personalTables().map(([name, { holds, kept, erased, exported }]) => [
      ...[`\`${name}\``, holds, kept, howErased[erased]],
      typeof exported === 'string'
        ? `no: ${exported}`
        : exported.map((member) => `\`${member}\``).join(', '),
    ]),
  ],
  'export-columns': async ([kind]) => [
    ['column', 'type', 'meaning', 'of a person'],
    ...exportKinds[kind as keyof typeof exportKinds].columns.map(
      ({ name, type, about, personal }) => [`\`${name}\``, type, about, personal ?? ''],
    ),
  ],
  metrics: async () => [
    ['metric', 'type', 'labels', 'meaning'],
    ...(await metricsOfAttune()).map(({ name, type, labels, help }) => [
      ...[`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(', '), `${help}.`],
    ]),
  ],
  commands: async (groups) => [
    ['command', 'what it does', 'options'],
    ...(await commandsIn(groups)).map(({ line, about, options }) => {
      const flags = options.map((one) => `\`${one.flags}\`${one.mandatory ? '*' : ''}`);
      return [`\`${line}\``, about, flags.join(' ')];
    }),
  ],
};

/** Roles as columns; code editing has one of its own where it opens something. */
const memberships = roles.flatMap((role) => [
  { title: role, role, codeEditing: false },
  ...(isCodeEditingOf(role, consoleApi)
    ? [{ title: `${role} with code editing`, role, codeEditing: true }]
    : []),
]);

/** For readers who know no tables. */
const howErased = {
  rows: 'deleted',
  identity: 'deleted',
  events: 'deleted; what reports count stays under a random id',
  wait: 'worked off first',
  done: 'the name is deleted when the erasure is done',
} as const;

const personalTables = () =>
  Object.entries(siteTables as SiteTables).flatMap(([name, table]) =>
    'person' in table ? [[name, table] as const] : [],
  );

const aboutOf = ({ description = '' }: { readonly description?: string }) => description;

const namesOf = (properties: Readonly<Record<string, object>>) =>
  Object.entries(properties)
    .map(([name, schema]) => `\`${name}${isOptional(schema) ? '?' : ''}\``)
    .join(', ');

/** Of all types; where several have one of a name, it is the same. */
function propertiesOfEvents(): ReadonlyMap<string, object> {
  const all = Object.values(eventTypes).flatMap(({ properties }) =>
    Object.entries<object>(properties),
  );
  return new Map(all.sort(([one], [other]) => one.localeCompare(other)));
}

async function metricsOfAttune() {
  const { registry } = createMetrics();
  const all = await registry.getMetricsAsJSON();
  return all
    .filter(({ name }) => name.startsWith('attune_'))
    .map(({ name, type, help }) => {
      const metric = registry.getSingleMetric(name) as { readonly labelNames?: readonly string[] };
      return { name, type: String(type), help, labels: metric.labelNames ?? [] };
    });
}

async function commandsIn(groups: readonly string[]) {
  const all = await commandsOfAttune();
  return groups.flatMap((group) => {
    const those = all.filter((command) => command.group === group);
    if (those.length === 0) throw new Error(`There is no command "attune ${group}".`);
    return those;
  });
}
