// What is sent along with recommended items: the form of its template, pictured with the items.
import { consoleApi } from '../../../../api/endpoints.ts';
import { useAnswer } from '../../../../api/queries.ts';
import { useSite } from '../../../../shell/site-context.ts';
import type { Form } from '../form.ts';
import { PayloadForm } from '../variation/template-payload.tsx';
import type { RecommendationDraft } from './recommendation.ts';
import { itemsOf, useRecommended, useSubject } from './use-recommended.ts';

interface Given {
  readonly form: Form;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly draft: RecommendationDraft;
  /** Of the payload. */
  readonly pointer: string;
  /** Of the variation. */
  readonly name: string;
  readonly onChange: (custom: string) => void;
}

export function CustomFields({ form, schema, draft, pointer, name, onChange }: Given) {
  const { name: site } = useSite();
  const { template } = form.draft;
  const { data } = useAnswer(
    consoleApi.readTemplate,
    { params: { site, id: String(template) } },
    { isWanted: template !== undefined },
  );
  const view = data?.template.view;
  const [subject] = useSubject();
  const recommended = useRecommended(draft, subject, undefined, view !== undefined);
  return (
    <PayloadForm
      {...{ name, schema, view }}
      items={itemsOf(recommended)}
      text={draft.custom ?? '{}'}
      faults={form.faultsBelow(`${pointer}/custom`)}
      isReadOnly={form.isReadOnly}
      onChange={onChange}
    />
  );
}
