// Which decisions are logged, and so can be made again.
import { Switch } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

export function DecisionLog({ form }: { form: Form }) {
  return (
    <Section title="Decision log">
      <Switch
        label="Log decisions that gave nothing, too"
        description="Also explains, later, why a user saw nothing. It costs an event a request that gave nothing."
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
