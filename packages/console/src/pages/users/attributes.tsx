// Attributes that the site sent of a person, beside their events.
import type { Answer } from '../../api/endpoints.ts';
import { Section } from '../../ui/section.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';

export function Attributes({ attributes }: { attributes: Answer<'readUser'>['attributes'] }) {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return null;
  return (
    <Section title="Attributes" about="Imported by your site, for targeting.">
      <StackedTable
        label="Attributes"
        heads={['Name', 'Value']}
        rows={names.map((name) => ({ key: name, cells: [name, shown(attributes[name])] }))}
      />
    </Section>
  );
}

const shown = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));
