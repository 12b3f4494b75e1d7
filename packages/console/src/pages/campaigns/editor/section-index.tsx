// The index beside the sections of a form: where one is, what is wrong, what was changed.
import { Group, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { Mark } from '../../../ui/mark.tsx';
import classes from './sections.module.css';
import { type SectionName, sectionNames, sections } from './sections.ts';

interface Given {
  readonly now: SectionName;
  /** How many faults each section has. */
  readonly faults: ReadonlyMap<SectionName, number>;
  readonly changed: ReadonlySet<SectionName>;
  readonly onChoose: (section: SectionName) => void;
}

export function SectionIndex({ now, faults, changed, onChoose }: Given) {
  return (
    <>
      <nav className={classes['index']} aria-label="Sections">
        {sectionNames.map((name) => (
          <UnstyledButton
            key={name}
            className={classes['entry']}
            {...(name === now && { 'aria-current': 'step' as const, 'data-now': true })}
            onClick={() => onChoose(name)}
          >
            <Group justify="space-between" gap={6} wrap="nowrap">
              <span>{sections[name]}</span>
              <Marks faults={faults.get(name) ?? 0} isChanged={changed.has(name)} />
            </Group>
          </UnstyledButton>
        ))}
      </nav>
      <NativeSelect
        className={classes['narrow'] ?? ''}
        label="Section"
        value={now}
        data={sectionNames.map((value) => ({
          value,
          label: sayEntry(value, faults.get(value) ?? 0, changed.has(value)),
        }))}
        onChange={(event) => onChoose(event.currentTarget.value as SectionName)}
      />
    </>
  );
}

const sayErrors = (count: number) => (count === 1 ? '1 error' : `${count} errors`);

function sayEntry(name: SectionName, faults: number, isChanged: boolean): string {
  const marks = [...(faults > 0 ? [sayErrors(faults)] : []), ...(isChanged ? ['changed'] : [])];
  return marks.length > 0 ? `${sections[name]} (${marks.join(', ')})` : sections[name];
}

function Marks({ faults, isChanged }: { faults: number; isChanged: boolean }) {
  if (faults > 0) {
    return (
      <Mark tone="bad" size="sm">
        {sayErrors(faults)}
      </Mark>
    );
  }
  if (!isChanged) return null;
  return (
    <Text span size="xs" c="dimmed">
      changed
    </Text>
  );
}
