// Copies chosen experiences to another site, as drafts: compared first, then copied.
import type { CopyOutput } from '@attune/contract';
import { Alert, Anchor, Button, Group, List, MultiSelect, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useChange } from '../../api/queries.ts';
import { type Site, useSite } from '../../shell/site-context.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/section.tsx';
import { Warning } from '../../ui/warning.tsx';
import { CopiedThings } from './copied-things.tsx';
import { Task } from './task.tsx';

const kinds = ['campaigns', 'audiences', 'strategies', 'templates'] as const;
type Kind = (typeof kinds)[number];
type Chosen = Readonly<Record<Kind, readonly string[]>>;

export function CopyToSite({ targets }: { targets: readonly Site[] }) {
  const { name: site } = useSite();
  const [search] = useSearchParams();
  const ids = (kind: Kind) => search.get(kind)?.split(',').filter(Boolean) ?? [];
  const [to, setTo] = useState(search.get('to') ?? targets[0]?.name ?? '');
  const [chosen, setChosen] = useState<Chosen>({
    ...{ campaigns: ids('campaigns'), audiences: ids('audiences') },
    ...{ strategies: ids('strategies'), templates: ids('templates') },
  });
  const comparing = useChange(consoleApi.copyExperiences);
  const copying = useChange(consoleApi.copyExperiences, [consoleApi.listAudit]);
  const ask = (by: typeof comparing, fingerprint?: string) => {
    const numbers = (kind: Kind) => chosen[kind].map(Number);
    const things = {
      ...{ campaigns: numbers('campaigns'), audiences: numbers('audiences') },
      ...{ strategies: numbers('strategies'), templates: numbers('templates') },
    };
    by.mutate({ params: { site }, body: { to, ...things, ...(fingerprint && { fingerprint }) } });
  };
  const change = (next: () => void) => {
    next();
    comparing.reset();
    copying.reset();
  };
  const set = (kind: Kind) => (values: string[]) =>
    change(() => setChosen({ ...chosen, [kind]: values }));
  const isNothing = Object.values(chosen).every((one) => one.length === 0);
  const result = copying.data ? (
    <Copied to={to} copied={copying.data} />
  ) : comparing.data ? (
    <Compared
      to={to}
      compared={comparing.data}
      isBusy={copying.isPending}
      onCopy={() => ask(copying, comparing.data.fingerprint)}
    />
  ) : undefined;
  return (
    <Task
      title="What to copy"
      about="Copies arrive as drafts."
      waiting={`Choose what to copy and compare: the changes on ${to} stand here before you copy.`}
      result={result}
      said={copying.data ? `Copied to ${to}` : comparing.data && `Changes on ${to}`}
    >
      <Select
        label="Copy to"
        data={targets.map(({ name }) => name)}
        value={to}
        onChange={(name) => change(() => setTo(name ?? to))}
        allowDeselect={false}
      />
      {kinds.map((kind) => (
        <Things key={kind} kind={kind} value={chosen[kind]} onChange={set(kind)} />
      ))}
      <Group>
        <Button
          variant={result ? 'default' : 'filled'}
          disabled={isNothing}
          loading={comparing.isPending}
          onClick={() => {
            copying.reset();
            ask(comparing);
          }}
        >
          Compare with {to}
        </Button>
      </Group>
      <ErrorAlert error={comparing.error ?? copying.error} />
    </Task>
  );
}

const lists = {
  campaigns: { label: 'Campaigns', endpoint: consoleApi.listCampaigns, of: 'campaign' },
  audiences: { label: 'Audiences', endpoint: consoleApi.listAudiences, of: 'audience' },
  strategies: { label: 'Strategies', endpoint: consoleApi.listStrategies, of: 'strategy' },
  templates: { label: 'Templates', endpoint: consoleApi.listTemplates, of: 'template' },
} as const;

interface ThingsGiven {
  readonly kind: Kind;
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

function Things({ kind, value, onChange }: ThingsGiven) {
  const { name: site } = useSite();
  const { label, endpoint, of } = lists[kind];
  const all = useEvery(endpoint as typeof consoleApi.listCampaigns, site).data ?? [];
  // Every site has those that are built in.
  const own = all.filter((one) => !('isBuiltIn' in one && one.isBuiltIn));
  const data = own.map((one) => {
    const named = (one as unknown as Readonly<Record<string, { readonly name: string }>>)[of];
    return { value: String(one.id), label: named?.name ?? String(one.id) };
  });
  return (
    <MultiSelect
      label={label}
      data={data}
      value={[...value]}
      onChange={onChange}
      searchable
      clearable
      placeholder={value.length === 0 ? 'None' : ''}
      nothingFoundMessage="No results"
    />
  );
}

interface ComparedGiven {
  readonly to: string;
  readonly compared: CopyOutput;
  readonly isBusy: boolean;
  readonly onCopy: () => void;
}

function Compared({ to, compared: { things, needs }, isBusy, onCopy }: ComparedGiven) {
  const isSame = things.every(({ action }) => action === 'unchanged' || action === 'use');
  return (
    <Section
      title={isSame ? `Already the same on ${to}` : `Changes on ${to}`}
      actions={
        !isSame && (
          <Button loading={isBusy} onClick={onCopy}>
            Copy as drafts
          </Button>
        )
      }
    >
      {needs.length > 0 && <Needs to={to} needs={needs} />}
      <CopiedThings to={to} things={things} />
    </Section>
  );
}

const needTitles: Readonly<Record<CopyOutput['needs'][number]['kind'], string>> = {
  feed: 'Feed',
  'identifier type': 'Identifier type',
  'affinity property': 'Affinity property',
  attribute: 'User attribute',
  members: 'Members of',
  check: '',
};

function Needs({ to, needs }: { to: string; needs: CopyOutput['needs'] }) {
  return (
    <Warning title={`Needed on ${to} before you publish`}>
      <List size="sm">
        {needs.map(({ kind, name, neededBy, detail }) => (
          <List.Item key={`${kind} ${name} ${neededBy}`}>
            <b>
              {needTitles[kind]} {name}
            </b>{' '}
            for {neededBy}. {detail}.
          </List.Item>
        ))}
      </List>
    </Warning>
  );
}

function Copied({ to, copied: { things, needs } }: { to: string; copied: CopyOutput }) {
  const places = {
    ...{ campaign: 'campaigns', audience: 'audiences' },
    ...{ strategy: 'strategies', template: 'templates' },
  } as const;
  return (
    <Stack>
      <Alert icon={<Icon name="check" />} color="green" title={`Copied to ${to}`}>
        Nothing is published yet. Open the drafts on {to} to check and publish them:
        <List size="sm" mt="xs">
          {things.map(({ kind, name, id, isChosen }) =>
            isChosen && kind in places ? (
              <List.Item key={`${kind} ${id}`}>
                <Anchor
                  component={Link}
                  href={`/${to}/${places[kind as keyof typeof places]}?id=${id}`}
                  underline="always"
                  size="sm"
                >
                  {name}
                </Anchor>
              </List.Item>
            ) : null,
          )}
        </List>
      </Alert>
      {needs.length > 0 && <Needs to={to} needs={needs} />}
    </Stack>
  );
}
