// Templates: what variations are made of by people who write no JSON.
import Type, { type Static } from 'typebox';
import { Json } from '../../common.ts';
import { history } from './history.ts';
import { name, versioned, Warnings } from './versioned.ts';

const TemplateBody = Type.Object({
  name,
  description: Type.Optional(Type.String({ maxLength: 1_000 })),
  type: Type.Optional(
    Type.Enum(['custom', 'recommendations'], {
      description:
        'Of the campaigns that it is for. custom (the default): it makes the payload data. ' +
        'recommendations: it makes `custom`, what is sent along with the items.',
    }),
  ),
  schema: Type.Record(Type.String(), Json, {
    description:
      'JSON Schema 2020-12 of what it makes: an object, or for a flag a boolean, a string, a ' +
      'number or an integer. `title`, `description` and `default` make the form; `format` is the ' +
      'kind of a text field: long-text, link, image, colour, product or category. The defaults ' +
      'make a valid payload.',
  }),
  archived: Type.Optional(
    Type.Boolean({
      description:
        'Put away: not offered for new campaigns. Those made of it go on. Default false.',
    }),
  ),
  view: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description:
        'HTML that shows a payload to those who edit it, with {{name}}, {{#name}}, {{^name}} and ' +
        '{{/name}}. Values are always escaped, and scripts do not run. With type recommendations ' +
        '`items` has what is recommended.',
    }),
  ),
});

const Template = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  isBuiltIn: Type.Boolean({ description: 'Every site has it; it cannot be changed.' }),
  template: TemplateBody,
  warnings: Warnings,
});

const kind = {
  id: 'Template',
  path: '/v2/templates',
  tag: 'Templates',
  noun: 'template',
  body: TemplateBody,
  output: Template,
  codeEditing: true,
} as const;

export const templates = versioned(kind);
export const templateHistory = history(kind);

export type TemplateInput = Static<typeof TemplateBody>;
