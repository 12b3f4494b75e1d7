// The neighbours of an item by each model that knows some: what its page would show beside it.
import type { StrategyInput } from '@attune/contract';
import { Skeleton, Stack, Text } from '@mantine/core';
import { type Answer, consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Section } from '../../../ui/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { type MethodDraft, methods, nameOf } from '../../strategies/recipe/methods.ts';
import type { Feed } from '../feed.ts';
import { itemOf } from '../item-labels.ts';
import { ItemList } from './item-list.tsx';

type Model = Answer<'listModels'>['items'][number];
type Method = StrategyInput['steps'][number]['method'];

const most = 5;
const score = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

interface Given {
  readonly feed: Feed;
  readonly sku: string;
}

export function Neighbours({ feed, sku }: Given) {
  const { name: site } = useSite();
  const maySee = useMay(consoleApi.listModels);
  const listed = useAnswer(consoleApi.listModels, { params: { site } }, { isWanted: maySee });
  const models = (listed.data?.items ?? []).filter(isOfItems);
  return (
    <Section
      title="Similar and related items"
      about="The closest items by each recommendation model, best first."
    >
      <ErrorAlert error={listed.error} onRetry={listed.refetch} />
      {!listed.data && !listed.error && <Skeleton height={40} />}
      {listed.data && models.length === 0 && (
        <Text size="sm">
          No model yet. Add a step such as “viewed together”, “bought together” or “similar” to a{' '}
          <PageLink to="strategies">strategy</PageLink>, and Attune builds one.
        </Text>
      )}
      <Stack gap="lg">
        {models.map((model) => (
          <OfModel key={model.id} model={model} feed={feed} sku={sku} />
        ))}
      </Stack>
    </Section>
  );
}

/** Methods that go out from items can go out from this one. */
const isOfItems = ({ built }: Model) => built?.kind === 'neighbours';

/** Collaborative methods go out from the page's item where nothing else is known of a user. */
const fromThePage = (method: Model['method']) =>
  ('seed' in method ? { ...method, seed: 'page' } : method) as unknown as Method;

function OfModel({ model, feed, sku }: Given & { readonly model: Model }) {
  const { name: site } = useSite();
  const method = fromThePage(model.method);
  const strategy: StrategyInput = { name: 'Neighbours', feed: feed.id, steps: [{ method }] };
  const page = { type: 'PRODUCT' as const, data: [sku] };
  const { data, error, refetch } = useAnswer(
    consoleApi.previewStrategy,
    { params: { site }, body: { strategy, slots: most, context: { page } } },
    // A node that has not got the feed or the model yet says so, and loads it meanwhile.
    { everyMs: (answer) => (answer && answer.warnings.length > 0 ? 1_000 : undefined) },
  );
  const name = nameOf(model.method as MethodDraft);
  const title = name ? methods[name].title : String(model.method['type']);
  // Behind the model's own, whatever qualifies fills the slots: that says nothing of this item.
  const near = (data?.slots ?? []).filter((slot) => slot.source === 'step' && slot.sku !== null);
  const scores = new Map(near.map((slot) => [slot.sku, slot.score]));
  return (
    <div>
      <Text size="sm" fw={600} mb={6} style={{ overflowWrap: 'anywhere' }}>
        {title}{' '}
        <Text span size="xs" c="dimmed" fw={400}>
          {model.strategies.map(({ name }) => name).join(', ')}
          {model.built && (
            <>
              {model.strategies.length > 0 && '; '}built <Time at={model.built.builtAt} />
            </>
          )}
        </Text>
      </Text>
      <ErrorAlert error={error} onRetry={refetch} />
      {!data && !error && <Skeleton height={40} />}
      {data && near.length === 0 && (
        <Text size="sm" role="status">
          {data.warnings.length === 0
            ? 'No related items in this model.'
            : data.warnings.map(({ message }) => message).join(' ')}
        </Text>
      )}
      {near.length > 0 && (
        <ItemList
          feedId={feed.id}
          items={near.map((slot) => ({ ...itemOf(slot.productData), sku: slot.sku }))}
          label={`${title}: related items`}
          noteOf={({ sku: near }) => sayScore(scores.get(near as string))}
        />
      )}
    </div>
  );
}

const sayScore = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : `Score ${score.format(value)}`;
