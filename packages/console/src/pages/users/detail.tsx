// A person's affinity with all that speaks for it, as those see it who may steer it.
import { Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Affinity } from './affinity.tsx';
import type { PersonName } from './look-up.tsx';

export function Detail({ name }: { name: PersonName }) {
  const site = useSite();
  const asked = { params: { site: site.name }, query: name };
  const detail = useAnswer(consoleApi.readUserAffinity, asked, { isFresh: true });
  if (detail.error) return <ErrorAlert error={detail.error} onRetry={detail.refetch} />;
  if (!detail.data) return <ListSkeleton rows={4} />;
  const listed = detail.data.properties.filter(
    ({ values, mutedBy }) => values.length > 0 || mutedBy !== null,
  );
  if (listed.length === 0) return <NothingYet />;
  return listed.map((property) => (
    <Affinity key={property.property} property={property} name={name} />
  ));
}

function NothingYet() {
  return (
    <Section title="No affinity yet">
      <Text size="sm">
        Affinity comes from product views, carts and purchases of items in a feed. Live shows for
        each event whether it counted, and why not.
      </Text>
    </Section>
  );
}
