// Light, dark, or as the system has it.
import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { Icon, type IconName } from '../ui/icons.tsx';

export const schemes: readonly {
  readonly scheme: MantineColorScheme;
  readonly title: string;
  readonly icon: IconName;
}[] = [
  { scheme: 'light', title: 'Light', icon: 'sun' },
  { scheme: 'dark', title: 'Dark', icon: 'moon' },
  { scheme: 'auto', title: 'As the system', icon: 'auto' },
];

export function ColourScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const now = schemes.find(({ scheme }) => scheme === colorScheme) ?? schemes[0]!;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Colours: ${now.title}, choose others`}
        >
          <Icon name={now.icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ scheme, title, icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={scheme === colorScheme && <Icon name="check" size={16} />}
            onClick={() => setColorScheme(scheme)}
          >
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
