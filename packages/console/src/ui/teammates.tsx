// The site's teammates, as they are chosen and called.
import { Select, type SelectProps } from '@mantine/core';
import { consoleApi } from '../api/endpoints.ts';
import { useAnswer } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';

/** The names of the site's teammates, by e-mail address; none while they are loaded. */
export function useTeammateNames(): ReadonlyMap<string, string> {
  const { name: site } = useSite();
  const { data } = useAnswer(consoleApi.listTeammates, { params: { site } });
  return new Map(data?.teammates.map(({ email, name }) => [email, name]));
}

interface Given
  extends Pick<SelectProps, 'label' | 'placeholder' | 'readOnly' | 'clearButtonProps'> {
  /** An e-mail address, or a name that was typed; '': nobody. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Names that were typed elsewhere, to choose from as well. */
  readonly others?: readonly string[];
}

/** One of the teammates, or none. Who is no teammate by that address stays as they were typed. */
export function TeammateSelect({ value, onChange, others = [], ...given }: Given) {
  const names = useTeammateNames();
  const known = [...names].map(([email, name]) => ({ value: email, label: name }));
  const typed = [...new Set([...others, value])].filter((one) => one !== '' && !names.has(one));
  return (
    <Select
      {...given}
      data={[...known, ...typed.map((one) => ({ value: one, label: one }))]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable={!given.readOnly}
      searchable
      nothingFoundMessage="No results"
      renderOption={({ option }) => (
        <span>
          {option.label}{' '}
          {option.label !== option.value && (
            <span style={{ color: 'var(--mantine-color-dimmed)' }}>{option.value}</span>
          )}
        </span>
      )}
    />
  );
}
