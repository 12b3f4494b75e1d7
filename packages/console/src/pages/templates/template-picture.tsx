// What a template looks like with its defaults: the picture of its card.
import type { TemplateInput } from '@attune/contract';
import { payloadToBeginWith } from '@attune/core';
import { Icon } from '../../ui/icons.tsx';
import { PayloadView } from './payload-view.tsx';
import classes from './template-picture.module.css';

type Pictured = Pick<TemplateInput, 'name' | 'schema' | 'view'>;

export function TemplatePicture({ template: { name, schema, view } }: { template: Pictured }) {
  return (
    <div className={classes['picture']} aria-hidden>
      {view === undefined ? (
        <div className={classes['none']}>
          <Icon name="picture" />
        </div>
      ) : (
        <PayloadView {...{ name, view, schema }} data={payloadToBeginWith(schema)} isSmall />
      )}
    </div>
  );
}
