// Which decisions are logged, and so can be made again.
import { Switch } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

export function DecisionLog({ form }: { form: Form }) {
  return (
    <Section title="Decision log">
      <Switch
        label="Log decisions without content"
        description="Explains later why a visitor saw no experience. Stores one more event for each such request."
        checked={form.values.decisionLog === 'all'}
        onChange={(event) =>
          form.set({ decisionLog: event.currentTarget.checked ? 'all' : 'served' })
        }
        disabled={form.isReadOnly}
        error={form.faultOf('decisionLog')}
      />
    </Section>
  );
}
