// A new campaign: what it shows, how it begins, its name and its placement.
import {
  Anchor,
  NativeSelect,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { Problem } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { RadioChoices } from '../../ui/radio-choices.tsx';
import { TemplatePicture } from '../templates/template-picture.tsx';
import {
  begun,
  type Content,
  needsStrategy,
  type OtherContent,
  otherContents,
  type Shape,
  shapes,
  type Template,
} from './begin.ts';
import { selectorFor } from './campaign.ts';
import classes from './new-campaign.module.css';
import { stale } from './query.ts';

export function NewCampaign({ onClose }: { onClose: () => void }) {
  const { name: site } = useSite();
  const templates = useEvery(consoleApi.listTemplates, site);
  const offered = templates.data?.filter(({ template }) => !template.archived);
  return (
    <Dialog title="New campaign" size="xl" onClose={onClose} closeOnClickOutside={false}>
      {templates.error && <ErrorAlert error={templates.error} onRetry={templates.refetch} />}
      {!templates.error && !offered && <ListSkeleton rows={4} />}
      {offered && <Begin templates={offered} onClose={onClose} />}
    </Dialog>
  );
}

function Begin({ templates, onClose }: { templates: readonly Template[]; onClose: () => void }) {
  const { name: site } = useSite();
  const [, setSearch] = useSearchParams();
  const [name, setName] = useState('');
  const first = useRef<HTMLInputElement>(null);
  // The dialog was there before its fields, and has the focus.
  useEffect(() => first.current?.focus(), []);
  /** undefined: follows the name. */
  const [typed, setTyped] = useState<string>();
  const [content, setContent] = useState<Content>(templates[0] ?? 'json');
  const [shape, setShape] = useState<Shape>('test');
  const [strategy, setStrategy] = useState('');
  const create = useChange(consoleApi.createCampaign, stale);
  const selector = typed ?? selectorFor(name);
  const faultOf = (field: string) =>
    create.error instanceof Problem ? create.error.faultOf(field) : undefined;
  const make = () =>
    create.mutate(
      { params: { site }, body: { name, selector, ...begun(content, shape, Number(strategy)) } },
      { onSuccess: ({ id }) => setSearch({ id: String(id) }, { replace: true }) },
    );
  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <Stack>
        <NameField ref={first} required value={name} error={faultOf('name')} onChange={setName} />
        <ContentField {...{ templates }} value={content} onChange={setContent} />
        {needsStrategy(content) && <StrategyField value={strategy} onChange={setStrategy} />}
        <RadioChoices label="Begin as" choices={shapes} value={shape} onChange={setShape} />
        <TextInput
          label="Placement"
          description="The place on your site where it shows: a developer adds it there by this name."
          required
          withAsterisk={false}
          maxLength={200}
          spellCheck={false}
          value={selector}
          error={faultOf('selector')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          Visitors see nothing before you publish.
        </Text>
        <ErrorAlert error={create.error} shownElsewhere={['name', 'selector']} />
        <FormFooter isBusy={create.isPending} onCancel={onClose}>
          Create draft
        </FormFooter>
      </Stack>
    </form>
  );
}

interface ContentGiven {
  readonly templates: readonly Template[];
  readonly value: Content;
  readonly onChange: (content: Content) => void;
}

const layout = { cols: { base: 1, xs: 2, sm: 3 }, spacing: 'xs', mt: 'xs' } as const;

const hasPicture = (content: Content) =>
  typeof content !== 'string' && content.template.view !== undefined;

const keyOf = (content: Content) => (typeof content === 'string' ? content : String(content.id));

function ContentField({ templates, value, onChange }: ContentGiven) {
  const contents: readonly Content[] = [
    ...templates,
    ...(Object.keys(otherContents) as OtherContent[]),
  ];
  return (
    <Radio.Group
      label="Content"
      value={keyOf(value)}
      onChange={(key) => {
        const chosen = contents.find((one) => keyOf(one) === key);
        if (chosen) onChange(chosen);
      }}
    >
      {[...Map.groupBy(contents, hasPicture)].map(([isPictured, group]) => (
        <SimpleGrid key={String(isPictured)} {...layout}>
          {group.map((content) => (
            <ContentCard
              key={keyOf(content)}
              {...{ content }}
              isChosen={content === value}
              onChoose={() => onChange(content)}
            />
          ))}
        </SimpleGrid>
      ))}
    </Radio.Group>
  );
}

interface CardGiven {
  readonly content: Content;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ContentCard({ content, isChosen, onChoose }: CardGiven) {
  const isTemplate = typeof content !== 'string';
  const title = isTemplate ? content.template.name : otherContents[content].title;
  const about = isTemplate ? content.template.description : otherContents[content].about;
  return (
    // Wherever a card is clicked, its radio is chosen; that is what the keyboard and readers use.
    <Paper withBorder className={classes['card']} mod={{ chosen: isChosen }} onClick={onChoose}>
      {isTemplate && <TemplatePicture template={content.template} />}
      <div className={classes['words']}>
        <Radio value={keyOf(content)} label={title} description={about} />
      </div>
    </Paper>
  );
}

interface StrategyGiven {
  /** An id; '': not chosen yet. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function StrategyField({ value, onChange }: StrategyGiven) {
  const { name: site } = useSite();
  const { data: strategies } = useEvery(consoleApi.listStrategies, site);
  return (
    <NativeSelect
      label="Strategy"
      description={
        <>
          How products are found. None that fits?{' '}
          <Anchor href={`/console/${site}/strategies?new`} target="_blank" inherit>
            Create a strategy in a new tab
          </Anchor>
          .
        </>
      }
      required
      withAsterisk={false}
      value={value}
      data={[
        { value: '', label: 'Choose a strategy' },
        ...(strategies ?? []).map(({ id, strategy }) => ({
          value: String(id),
          label: strategy.name,
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
