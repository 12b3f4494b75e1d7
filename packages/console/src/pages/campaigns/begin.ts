// What a new campaign begins with: its content, and how visitors are divided.
import type { CampaignInput } from '@attune/contract';
import { payloadToBeginWith } from '@attune/core';
import type { Answer } from '../../api/endpoints.ts';

export type Template = Answer<'listTemplates'>['items'][number];
type Experiences = CampaignInput['experiences'];
type Payload = Experiences[number]['variations'][number]['payload'];
type Begun = Pick<CampaignInput, 'type' | 'template' | 'experiences'>;

/** What variations show that no template is for. */
export const otherContents = {
  sorting: {
    title: 'Sorting',
    about: 'The products that a page lists, in the order of a strategy',
  },
  json: { title: 'JSON', about: 'For developers: any JSON that your site reads' },
} as const;
export type OtherContent = keyof typeof otherContents;

export const shapes = {
  test: {
    title: 'A/B test',
    about: 'Half of your visitors see it. The other half see your site as it is.',
  },
  everyone: { title: 'Everyone', about: 'Everyone who matches the targeting sees it.' },
} as const;
export type Shape = keyof typeof shapes;

/** What is chosen to be shown: a template, or else. */
export type Content = Template | OtherContent;

/** Does it show what a strategy finds or sorts? */
export const needsStrategy = (content: Content) =>
  typeof content === 'string' ? content === 'sorting' : content.template.type === 'recommendations';

/** A new campaign's content; `strategy` is for what recommends. */
export function begun(content: Content, shape: Shape, strategy: number): Begun {
  if (typeof content !== 'string') {
    const { type = 'custom', schema } = content.template;
    const data = payloadToBeginWith(schema);
    const experiences = experiencesOf(
      shape,
      type === 'custom' ? { type: 'CUSTOM_JSON', data } : { strategy, slots: 8, custom: data },
    );
    return { type, template: content.id, experiences };
  }
  if (content === 'json') {
    const payload = { type: 'CUSTOM_JSON' as const, data: { headline: 'Try this' } };
    return { type: 'custom', experiences: experiencesOf(shape, payload) };
  }
  return { type: content, experiences: experiencesOf(shape, { strategy }) };
}

function experiencesOf(shape: Shape, payload: Payload): Experiences {
  const shown = { name: 'Variation 1', weight: 1, payload };
  const control = { name: 'Control', weight: 1, payload: null };
  return [{ variations: shape === 'test' ? [control, shown] : [shown] }];
}
