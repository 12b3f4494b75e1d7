// Experiences, Audiences: the list, or the audience that the address names.
import { useSearchParams } from 'wouter';
import { AudienceEditor, NewAudience } from './audience-editor.tsx';
import { AudiencesListed } from './audiences-listed.tsx';

export function Audiences() {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  if (search.has('new')) return <NewAudience />;
  if (!Number.isSafeInteger(id) || id <= 0) return <AudiencesListed />;
  return <AudienceEditor key={id} id={id} />;
}
