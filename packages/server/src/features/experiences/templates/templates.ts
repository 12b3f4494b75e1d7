// Templates: what variations are made of, those that a site makes and those that every site has.
import type { CampaignInput, Fault, TemplateInput } from '@attune/contract';
import { parseView, parseWritten, payloadToBeginWith } from '@attune/core';
import { ApiError, refuseInvalid } from '../../../api-error.ts';
import type { Db } from '../../../db/schema.ts';
import { selectPublications } from '../../configuration/publications/index.ts';
import { type ObjectKind, selectObjects } from '../../configuration/versioned-objects/index.ts';
import { checkerOf, validatePayloadSchema } from '../payload-schemas/index.ts';
import { builtInTemplates } from './built-in.ts';

export const templateOf = (body: string) => parseWritten(body) as TemplateInput;

const builtInRows = builtInTemplates.map(({ id, ...template }) => ({
  ...{ id, version: 1, name: template.name, isArchived: false, body: JSON.stringify(template) },
}));

/** Is it a template that every site has? */
export const isBuiltIn = (id: number) => builtInRows.some((one) => one.id === id);

export const templateKind: ObjectKind<TemplateInput> = {
  kind: 'template',
  noun: 'template',
  nameOf: ({ name }) => name,
  builtIn: builtInRows,
  async accept({ name, description, archived, type, schema, view }) {
    refuseInvalid([...validateForm(schema, type), ...validateView(view)]);
    if (builtInRows.some((one) => one.name === name)) {
      throw new ApiError('conflict', `"${name}" is a built-in template; take another name.`);
    }
    return {
      name,
      ...(description !== undefined && { description }),
      ...(archived && { archived }),
      ...(type === 'recommendations' && { type }),
      schema,
      ...(view !== undefined && { view }),
    };
  },
  async release(tx, siteId, { id }) {
    const users = await campaignsMadeOf(tx, siteId, id);
    if (users.length === 0) return;
    const names = users.map((name) => `"${name}"`).join(', ');
    const detail = `The template is used by ${names}. Archive it instead: they stay as they are.`;
    throw new ApiError('conflict', detail);
  },
};

/** The templates of a site, by their ids. */
export async function selectTemplates(
  db: Db,
  siteId: number,
): Promise<ReadonlyMap<number, TemplateInput>> {
  const rows = [...builtInRows, ...(await selectObjects(db, siteId, 'template'))];
  return new Map(rows.map(({ id, body }) => [id, templateOf(body)]));
}

/** What of a template is probably not meant. */
export function templateWarnings({ schema, view, type }: TemplateInput): Fault[] {
  if (view === undefined) return [];
  const parsed = parseView(view);
  const { properties } = schema;
  if ('detail' in parsed || typeof properties !== 'object' || properties === null) return [];
  const detail = 'has a script, which does not run: the view is a picture of the payload';
  return [
    ...(/<script/i.test(view) ? [{ pointer: '/view', detail }] : []),
    ...parsed.names
      .filter((name) => !Object.hasOwn(properties, name))
      .filter((name) => name !== 'items' || type !== 'recommendations')
      .map((name) => ({ pointer: '/view', detail: `has {{${name}}}, which the schema has not` })),
  ];
}

/** One value makes a flag; beside items there are members. */
const rootTypes = {
  custom: ['object', 'boolean', 'string', 'number', 'integer'],
  recommendations: ['object'],
};

function validateForm(
  schema: TemplateInput['schema'],
  of: TemplateInput['type'] = 'custom',
): Fault[] {
  const faults = validatePayloadSchema(schema);
  if (faults.length > 0) return within('/schema', faults);
  const { type } = schema;
  if (!rootTypes[of].includes(String(type))) {
    return [{ pointer: '/schema/type', detail: `must be one of ${rootTypes[of].join(', ')}` }];
  }
  const data = payloadToBeginWith(schema);
  if (data === undefined) {
    return [{ pointer: '/schema/default', detail: 'is required: a new variation begins with it' }];
  }
  const why = 'in what the defaults make, which a new variation begins with';
  return checkerOf(schema)(data, '').map(({ pointer, detail }) => ({
    ...{ pointer: '/schema', detail: `has a fault at ${pointer || 'the top'} ${why}: ${detail}` },
  }));
}

function validateView(view: string | undefined): Fault[] {
  if (view === undefined) return [];
  const parsed = parseView(view);
  if (!('detail' in parsed)) return [];
  return [{ pointer: '/view', detail: `${parsed.detail} (line ${parsed.line})` }];
}

const within = (pointer: string, faults: readonly Fault[]) =>
  faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }));

/** Selectors of campaigns whose draft, or what is live of them, is made of a template. */
async function campaignsMadeOf(tx: Db, siteId: number, id: number): Promise<string[]> {
  const drafts = await selectObjects(tx, siteId, 'campaign');
  const bodies = [...drafts, ...(await selectPublications(tx, siteId))].map(
    ({ body }) => JSON.parse(body) as Pick<CampaignInput, 'selector' | 'template'>,
  );
  const using = bodies.filter(({ template }) => template === id);
  return [...new Set(using.map(({ selector }) => selector))];
}
