// The frame around every page: header, navigation, and what opens from any of them.
import { AppShell, Box, Burger, Container, Group } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useContext } from 'react';
import { Link } from 'wouter';
import icon from '../icon.svg';
import { Opening } from '../ui/opening.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ColourScheme } from './colour-scheme.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Navigation } from './navigation.tsx';
import { PaletteButton } from './palette-button.tsx';
import { SiteContext } from './site-context.ts';
import { SiteSwitcher } from './site-switcher.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

export function Shell({ children }: { children: ReactNode }) {
  const [isMenuOpen, menu] = useDisclosure();
  const [isPaletteOpen, palette] = useDisclosure();
  const hasSite = useContext(SiteContext) !== undefined;
  useHotkeys([['mod+K', palette.toggle]], []);
  return (
    <AppShell
      header={{ height: 52 }}
      {...(hasSite && {
        navbar: { width: 236, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } },
      })}
      padding="md"
    >
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {/* Above the navigation, over which its menus open. */}
      <AppShell.Header px="sm" zIndex={110}>
        <Group h="100%" gap="xs" wrap="nowrap" justify="space-between">
          <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
            {hasSite && (
              <Burger
                opened={isMenuOpen}
                onClick={menu.toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={isMenuOpen ? 'Close the navigation' : 'Open the navigation'}
              />
            )}
            <Link href="/" aria-label="Attune" style={{ display: 'flex' }}>
              <img src={icon} alt="" width={26} height={26} />
            </Link>
            <SiteSwitcher />
          </Group>
          <Group gap={4} wrap="nowrap">
            <PaletteButton onOpen={palette.open} />
            <ColourScheme />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      {hasSite && (
        <AppShell.Navbar aria-label="Pages">
          <Navigation onChosen={menu.close} />
        </AppShell.Navbar>
      )}
      <AppShell.Main>
        <ConnectionBar />
        <Container size="lg" px={{ base: 0, sm: 'md' }} py="sm">
          <Box id="content" tabIndex={-1} style={{ outline: 'none' }}>
            {children}
          </Box>
        </Container>
      </AppShell.Main>
      {isPaletteOpen && (
        <Suspense fallback={<Opening />}>
          <Palette onClose={palette.close} />
        </Suspense>
      )}
    </AppShell>
  );
}
