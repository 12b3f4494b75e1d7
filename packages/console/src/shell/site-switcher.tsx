// Which of the teammate's sites is looked at, and the others.
import { Button, Menu, Text } from '@mantine/core';
import { useContext } from 'react';
import { Link, useLocation } from 'wouter';
import { Icon } from '../ui/icons.tsx';
import { pagesOf } from './site-content.tsx';
import { type Site, SiteContext, useSession } from './site-context.ts';

/** The same page of another site, where the teammate may see it there. */
export function addressOn(site: Site, location: string): string {
  const page = location.split('/')[2];
  return pagesOf(site).some(({ path }) => path === page)
    ? `/${site.name}/${page}`
    : `/${site.name}`;
}

export function SiteSwitcher() {
  const { sites } = useSession();
  const site = useContext(SiteContext);
  const [location] = useLocation();
  if (sites.length === 0) return <Text fw={600}>Attune</Text>;
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          px="xs"
          aria-label={site ? `Site ${site.name}, choose another` : 'Your sites, choose one'}
          rightSection={<Icon name="down" size={16} />}
          style={{ minWidth: 0 }}
        >
          {site?.name ?? 'Your sites'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {sites.map((one) => (
          <Menu.Item
            key={one.name}
            component={Link}
            href={addressOn(one, location)}
            rightSection={one.name === site?.name && <Icon name="check" size={16} />}
          >
            {one.name}
            <Text size="xs" c="dimmed">
              {one.role}
              {one.codeEditing && ', code editing'}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
