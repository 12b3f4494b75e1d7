// Templates: what variations are made of, listed, opened, made.
import { useSearchParams } from 'wouter';
import { NewTemplate, TemplateEditor } from './template-editor.tsx';
import { TemplatesListed } from './templates-listed.tsx';

export function Templates() {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  if (id > 0) return <TemplateEditor key={id} id={id} />;
  if (!search.has('new')) return <TemplatesListed />;
  const from = Number(search.get('from'));
  return <NewTemplate key={from} from={from > 0 ? from : undefined} />;
}
