// The attributes that a site's conditions can ask of.
import { consoleApi } from '../api/endpoints.ts';
import { useAnswer } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';
import { type Field, fieldOf } from './fields.ts';

export function useFields(): readonly Field[] {
  const { name: site } = useSite();
  const { data } = useAnswer(consoleApi.listAudienceFields, { params: { site } });
  return data?.items.map(fieldOf) ?? [];
}
