// The last step before publishing: what changes, in sentences, and what is probably a mistake.
import { Alert, Anchor, Button, List, Stack, Text, Title } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/page.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Fault } from '../../../versioned/kind.ts';
import { Changes } from '../../../versioned/versions.tsx';
import { bodyIn, type Campaign } from '../campaign.ts';
import { Comments } from '../comments.tsx';
import { JournalEntry } from '../journal-entry.tsx';
import { Publishing } from '../publishing/publishing.tsx';
import { campaignParams } from '../query.ts';
import { campaignKind, type Form } from './form.ts';
import { metricWarnings } from './metric-warnings.ts';
import { sayPlace } from './places.ts';
import { reachWarnings } from './reach.ts';
import { sectionOf, sections } from './sections.ts';
import { Summary } from './summary.tsx';
import { useReach } from './use-reach.ts';

interface Given {
  readonly form: Form;
  /** Leads to the field of a pointer. */
  readonly onMend: (pointer: string) => void;
}

export function Review({ form, onMend }: Given) {
  const { campaign, draft } = form;
  const reach = useReach(draft.experiences);
  return (
    <>
      <Section title="Review">
        <Summary {...{ form, reach, onMend }} />
      </Section>
      <Section title="Changes from the live version">
        <ChangesFromLive campaign={campaign} />
      </Section>
      {form.isChanged && !form.isReadOnly ? (
        <Unsaved form={form} />
      ) : (
        <Checked
          {...{ form, onMend }}
          doubts={[...metricWarnings(draft), ...reachWarnings(draft.experiences, reach)]}
        />
      )}
      <JournalEntry id={campaign.id} />
      <Comments id={campaign.id} />
    </>
  );
}

function ChangesFromLive({ campaign }: { campaign: Campaign }) {
  const { publishedVersion: live, version } = campaign;
  if (live === null) return <Text size="sm">First publication: everything is new.</Text>;
  return <Changes kind={campaignKind} thing={campaign} from={live} to={version} />;
}

/** What is checked and published is what was saved. */
function Unsaved({ form }: { form: Form }) {
  return (
    <Alert icon={<Icon name="alert" />} title="Save your changes to publish them">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">Publishing uses the saved draft.</Text>
        <Button loading={form.isSaving} onClick={() => form.save()}>
          Save draft and check
        </Button>
      </Stack>
    </Alert>
  );
}

interface CheckedGiven extends Given {
  /** Warnings beside those of the service. */
  readonly doubts: readonly Fault[];
}

function Checked({ form: { campaign, isReadOnly }, doubts, onMend }: CheckedGiven) {
  const { name: site } = useSite();
  const asked = campaignParams(site, campaign.id);
  const check = useAnswer(consoleApi.checkCampaign, asked, { isFresh: true });
  const { faults = [] } = check.data ?? {};
  const warnings = [...(check.data?.warnings ?? []), ...doubts];
  const isPublished = campaign.status === 'live' && campaign.version === campaign.publishedVersion;
  return (
    <Stack>
      {check.isPending && !check.error && <ListSkeleton rows={1} />}
      <ErrorAlert error={check.error} onRetry={check.refetch} />
      <Findings
        title="Fix this before you publish"
        color="red"
        {...{ found: faults, campaign, onMend }}
      />
      <Findings title="Warnings" color="yellow" {...{ found: warnings, campaign, onMend }} />
      {isPublished && (
        <Alert color="teal" icon={<Icon name="check" />} role="status">
          Version {campaign.publishedNumber} is live.{' '}
          <PageLink to={`reports?campaign=${campaign.id}`}>View results</PageLink>
        </Alert>
      )}
      {!isReadOnly && !isPublished && (
        <Publishing
          campaign={campaign}
          isReady={faults.length === 0 && check.data !== undefined && !check.isFetching}
          hasWarnings={warnings.length > 0}
        />
      )}
    </Stack>
  );
}

interface FindingsGiven extends Pick<Given, 'onMend'> {
  readonly title: string;
  readonly color: string;
  readonly campaign: Campaign;
  readonly found: readonly { readonly pointer: string; readonly detail: string }[];
}

function Findings({ title, color, campaign, found, onMend }: FindingsGiven) {
  if (found.length === 0) return null;
  return (
    <Alert color={color} icon={<Icon name="alert" />}>
      <Title order={3} size="h5" mb={6}>
        {title}
      </Title>
      <List size="sm" spacing={6}>
        {found.map(({ pointer, detail }) => {
          const place = sayPlace(pointer, bodyIn(campaign));
          return (
            <List.Item key={pointer + detail} style={{ overflowWrap: 'anywhere' }}>
              {place && `${place}: `}
              {detail}{' '}
              <Anchor
                component="button"
                type="button"
                size="sm"
                c="inherit"
                underline="always"
                onClick={() => onMend(pointer)}
              >
                Edit in {sections[sectionOf(pointer)]}
              </Anchor>
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
