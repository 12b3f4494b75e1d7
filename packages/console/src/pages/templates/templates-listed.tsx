// The templates of a site as cards.
import { Anchor, Button, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ListSkeleton, Page } from '../../ui/page.tsx';
import type { Template } from './template.ts';
import { TemplatePicture } from './template-picture.tsx';

export function TemplatesListed() {
  const { name: site } = useSite();
  const mayCreate = useMay(consoleApi.createTemplate);
  const [, setSearch] = useSearchParams();
  const listed = useEvery(consoleApi.listTemplates, site);
  const inOrder = [...(listed.data ?? [])].sort(
    (one, other) =>
      Number(one.template.archived ?? false) - Number(other.template.archived ?? false),
  );
  return (
    <Page
      title="Templates"
      about="Templates give a variation its form and its look."
      actions={
        mayCreate && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch('new')}>
            New template
          </Button>
        )
      }
    >
      {listed.error && <ErrorAlert error={listed.error} onRetry={listed.refetch} />}
      {!listed.data && !listed.error && <ListSkeleton />}
      {[...Map.groupBy(inOrder, hasPicture)].map(([isPictured, group]) => (
        <SimpleGrid key={String(isPictured)} cols={{ base: 1, xs: 2, lg: 3 }}>
          {group.map((one) => (
            <Card key={one.id} {...one} />
          ))}
        </SimpleGrid>
      ))}
    </Page>
  );
}

const hasPicture = ({ template }: Template) => template.view !== undefined;

function Card({ id, isBuiltIn, template }: Template) {
  const { name: site } = useSite();
  return (
    <Paper withBorder p="sm">
      <TemplatePicture template={template} />
      <Group mt={template.view === undefined ? 0 : 'sm'} gap="xs" justify="space-between">
        <Anchor
          component={Link}
          href={`/${site}/templates?id=${id}`}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {template.name}
        </Anchor>
        <Group gap={4}>
          {isBuiltIn && <Mark tone="neutral">Built in</Mark>}
          {template.archived && <Mark tone="neutral">Archived</Mark>}
        </Group>
      </Group>
      {template.description && (
        <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {template.description}
        </Text>
      )}
    </Paper>
  );
}
