// The form that asks: about a user now, about a request, or about a decision that was made.
import {
  Button,
  Group,
  MultiSelect,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { external, hashedEmail } from '../../ui/identifier-types.ts';
import { aboutRequest, aboutUser, byId, faultOfUser, type Question } from './question.ts';

const ways = [
  { value: 'user', label: 'A user' },
  { value: 'decision', label: 'A decision ID' },
  { value: 'request', label: 'A request' },
];

interface Given {
  readonly first: Question | undefined;
  readonly onAsk: (question: Question) => void;
}

export function Ask({ first, onAsk }: Given) {
  const [way, setWay] = useState(first?.kind === 'decision' ? 'decision' : 'user');
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <SegmentedControl
          data={ways}
          value={way}
          onChange={setWay}
          aria-label="Explain by"
          style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
        />
        {way === 'user' && <AboutUser first={first} onAsk={onAsk} />}
        {way === 'decision' && <AboutDecision first={first} onAsk={onAsk} />}
        {way === 'request' && <AboutRequest onAsk={onAsk} />}
      </Stack>
    </Paper>
  );
}

function AskButton() {
  return (
    <Button type="submit" leftSection={<Icon name="search" />} style={{ alignSelf: 'flex-start' }}>
      Explain
    </Button>
  );
}

function AboutUser({ first, onAsk }: Given) {
  const { name: site } = useSite();
  const settings = useAnswer(consoleApi.readSettings, { params: { site } });
  const campaigns = useEvery(consoleApi.listCampaigns, site).data ?? [];
  const asked = first?.kind === 'now' ? first.body.user?.id : undefined;
  const [type, setType] = useState(asked === undefined ? 'external' : byId);
  const [name, setName] = useState(asked ?? '');
  const [selectors, setSelectors] = useState<string[]>([]);
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultOfUser(type, name.trim());
    setFault(found);
    if (found === undefined) onAsk(aboutUser(type, name.trim(), selectors));
  };
  const live = campaigns.filter(({ status }) => status === 'live');
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <Group align="flex-start" gap="sm">
        <Select
          label="Identifier type"
          data={[external, hashedEmail, ...(settings.data?.identifierTypes ?? []), byId]}
          value={type}
          onChange={(chosen) => setType(chosen ?? 'external')}
          allowDeselect={false}
          style={{ flex: '1 1 9rem' }}
        />
        <TextInput
          label={type === byId ? 'User ID' : 'Identifier (cuid)'}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fault}
          maxLength={250}
          autoComplete="off"
          spellCheck={false}
          style={{ flex: '2 1 12rem' }}
        />
        <MultiSelect
          label="Placements"
          placeholder={selectors.length === 0 ? 'All live campaigns' : undefined}
          data={[...new Set(live.map(({ campaign }) => selectorOf(campaign)))]}
          value={selectors}
          onChange={setSelectors}
          searchable
          style={{ flex: '2 1 14rem' }}
        />
      </Group>
      <AskButton />
    </Stack>
  );
}

function selectorOf(campaign: unknown): string {
  return (campaign as { readonly selector: string }).selector;
}

function AboutDecision({ first, onAsk }: Given) {
  const [id, setId] = useState(first?.kind === 'decision' ? first.decisionId : '');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const decisionId = id.trim();
    setMissing(decisionId === '');
    if (decisionId !== '') onAsk({ kind: 'decision', decisionId });
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <TextInput
        label="Decision ID"
        description="Each choice in an answer has one, as decisionId."
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        error={isMissing && 'Enter a decision ID.'}
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <AskButton />
    </Stack>
  );
}

const example = `{
  "user": { "cuid": "ann-1", "cuidType": "external" },
  "context": { "page": { "type": "CART" } },
  "selector": { "names": ["checkout"] }
}`;

function AboutRequest({ onAsk }: Pick<Given, 'onAsk'>) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const question = aboutRequest(text);
    setFault(typeof question === 'string' ? question : undefined);
    if (typeof question !== 'string') onAsk(question);
  };
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <Textarea
        label="Body of a choose request"
        placeholder={example}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={fault}
        autosize
        minRows={5}
        maxRows={20}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <AskButton />
    </Stack>
  );
}
