// A template as it is edited, and what the pages of templates say of their versions.
import type { TemplateInput } from '@attune/contract';
import { parseView } from '@attune/core';
import { type Answer, consoleApi } from '../../api/endpoints.ts';
import { formatJson, parseTyped, sayFault } from '../../json/fault.ts';
import type { Difference } from '../../ui/differences-shown.tsx';
import type { Fault, Kind } from '../../versioned/kind.ts';

export type Template = Answer<'readTemplate'>;

export const stale = [
  consoleApi.listTemplates,
  consoleApi.readTemplate,
  consoleApi.listTemplateVersions,
  consoleApi.listAudit,
];

/** A template while it is being edited: texts that may not be finished. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  /** Of the campaigns that it is for. */
  readonly type: NonNullable<TemplateInput['type']>;
  readonly schema: string;
  readonly view: string;
  readonly isArchived: boolean;
}

export function draftOf(template: TemplateInput): Draft {
  const { name, description = '', type = 'custom', schema, view = '', archived = false } = template;
  return { name, description, type, schema: formatJson(schema), view, isArchived: archived };
}

function bodyOf({ name, description, type, schema, view, isArchived }: Draft) {
  const parsed = parseTyped(schema);
  const seen = parseView(view);
  const faults: Fault[] = [
    ...(parsed.fault ? [{ pointer: '/schema', detail: sayFault(parsed.fault) }] : []),
    ...('detail' in seen
      ? [{ pointer: '/view', detail: `The view ${seen.detail} (line ${seen.line})` }]
      : []),
  ];
  const body = {
    name: name.trim(),
    ...(description.trim() && { description: description.trim() }),
    ...(isArchived && { archived: true }),
    ...(type === 'recommendations' && { type }),
    schema: parsed.fault ? {} : parsed.json,
    ...(view.trim() && { view }),
  } as TemplateInput;
  return { body, faults };
}

/** What a template is for, in words. */
export const typeLabels = {
  custom: 'Content that a teammate writes',
  recommendations: 'Recommended products, and what stands beside them',
} as const;

const parts = [
  ['name', 'Name'],
  ['description', 'Description'],
  ['archived', 'Archived'],
  ['type', 'For'],
  ['schema', 'Schema'],
  ['view', 'View'],
] as const;

function differencesBetween(before: TemplateInput, after: TemplateInput): Difference[] {
  return parts.flatMap(([part, at]): Difference[] => {
    const [was, is] = [say(before[part]), say(after[part])];
    return was === is ? [] : [{ at, change: 'changed', before: was, after: is }];
  });
}

function say(value: unknown): string {
  if (value === undefined || value === false) return 'none';
  if (value === 'recommendations') return typeLabels[value];
  if (value === true) return 'yes';
  return typeof value === 'string' ? value : formatJson(value);
}

const begun: TemplateInput = {
  name: '',
  schema: {
    type: 'object',
    properties: {
      headline: { type: 'string', title: 'Headline', default: 'Hello', maxLength: 80 },
      image: { type: 'string', title: 'Image', format: 'image' },
    },
    required: ['headline'],
  },
  view: '<style>body { font-family: system-ui; padding: 24px }</style>\n<h1>{{headline}}</h1>\n{{#image}}<img src="{{image}}" alt="" width="400">{{/image}}',
};

export const templateKind: Kind<Template, TemplateInput, Draft> = {
  noun: 'template',
  endpoints: {
    read: consoleApi.readTemplate,
    create: consoleApi.createTemplate,
    replace: consoleApi.replaceTemplate,
    restore: consoleApi.restoreTemplate,
    versions: consoleApi.listTemplateVersions,
    version: consoleApi.readTemplateVersion,
  },
  stale,
  isOrdered: true,
  bodyIn: ({ template }) => template,
  ...{ draftOf, bodyOf, differencesBetween },
  empty: draftOf(begun),
  lockOf: ({ isBuiltIn }) =>
    isBuiltIn
      ? 'This template is built in and cannot be changed. Duplicate it to make your own.'
      : undefined,
  save: 'Save',
  restore: 'Restore',
  sayRestored: (what) =>
    `The template becomes what ${what} was, as a new version. Campaigns keep the schema they were made with.`,
};
