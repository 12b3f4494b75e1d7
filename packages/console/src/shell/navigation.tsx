// The pages of a site that the teammate may see, under their headings.
import { NavLink, Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { Icon } from '../ui/icons.tsx';
import { pagesOf } from './site-content.tsx';
import { useSite } from './site-context.ts';

export function Navigation({ onChosen }: { onChosen: () => void }) {
  const site = useSite();
  const [location] = useLocation();
  const sections = Map.groupBy(pagesOf(site), ({ section }) => section);
  return (
    <Stack gap="md">
      {[...sections].map(([section, pages]) => (
        <Stack key={section} gap={2}>
          <Text size="xs" fw={600} c="dimmed" px="sm">
            {section}
          </Text>
          {pages.map(({ path, title, icon }) => {
            const href = `/${site.name}/${path}`;
            const isHere = location === href;
            return (
              <NavLink
                key={path}
                component={Link}
                href={href}
                label={title}
                leftSection={<Icon name={icon} />}
                active={isHere}
                {...(isHere && { 'aria-current': 'page' as const })}
                onClick={onChosen}
                style={{ borderRadius: 'var(--mantine-radius-md)' }}
              />
            );
          })}
        </Stack>
      ))}
    </Stack>
  );
}
