// What a template looks like with its defaults: the picture of its card, where it has a view.
import type { TemplateInput } from '@attune/contract';
import { payloadToBeginWith } from '@attune/core';
import { PayloadView } from './payload-view.tsx';
import classes from './template-picture.module.css';

type Pictured = Pick<TemplateInput, 'name' | 'schema' | 'view'>;

export function TemplatePicture({ template: { name, schema, view } }: { template: Pictured }) {
  if (view === undefined) return null;
  return (
    <div className={classes['picture']} aria-hidden>
      <PayloadView {...{ name, view, schema }} data={payloadToBeginWith(schema)} isSmall />
    </div>
  );
}
