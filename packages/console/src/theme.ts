// How the console looks: calm, dense enough, the system's fonts, contrast of WCAG AA throughout.
import { Badge, type CSSVariablesResolver, createTheme, Menu, Tooltip } from '@mantine/core';

const system =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif';

export const theme = createTheme({
  primaryColor: 'cyan',
  // The lightest shade on which white text can be read.
  primaryShade: { light: 9, dark: 9 },
  defaultRadius: 'md',
  fontFamily: system,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontFamily: system, fontWeight: '650' },
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 500 } }),
    // Within its landmark, and without an element that a menu may not hold.
    Menu: Menu.extend({
      defaultProps: { shadow: 'md', withinPortal: false, withInitialFocusPlaceholder: false },
    }),
    // Not by `Table.extend`, which would load it for pages that have none.
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } },
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
  },
});

/** Mantine's quiet text, and its red one, are too faint to read for some. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': '#5c636a', '--mantine-color-error': '#c92a2a' },
  dark: { '--mantine-color-dimmed': '#b8b8b8', '--mantine-color-error': '#ff8787' },
});
