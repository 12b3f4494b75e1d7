// One holdout: how many it keeps out, and of what.
import { Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useMay, useSite } from '../../shell/site-context.ts';
import { ChangeAndDelete } from '../../ui/change-and-delete.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { sayShare } from '../../ui/say-amount.ts';
import { Section } from '../../ui/section.tsx';
import { DeleteHoldout } from './delete-holdout.tsx';
import type { Holdout } from './holdout.ts';
import { HoldoutDialog } from './holdout-dialog.tsx';
import { sayHoldout } from './labels.ts';

export function HoldoutSection({ holdout: given }: { holdout: Holdout }) {
  const { holdout } = given;
  return (
    <Section title={holdout.name} about={sayHoldout(holdout)} actions={<Actions holdout={given} />}>
      <RangeBar
        label={`${sayShare(holdout.share)} of all users are held out`}
        parts={[{ from: 0, to: holdout.share, hue: 1 }]}
      />
      <Programme id={given.id} />
    </Section>
  );
}

/** What everything together does, in the report's own words. */
function Programme({ id }: { id: number }) {
  const { name: site } = useSite();
  const { data, error, refetch } = useAnswer(consoleApi.reportHoldout, {
    params: { site, id: String(id) },
    query: {},
  });
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={22} />;
  const { metric, programme } = data;
  // Those who are served, against those who are not.
  const served = programme.variations.find(({ id: side }) => side === 1);
  return (
    <Text size="sm">
      The programme, by {metric.name}: {served?.sentence}{' '}
      <PageLink to={`reports?holdout=${id}`}>Its whole report</PageLink>
    </Text>
  );
}

function Actions({ holdout }: { holdout: Holdout }) {
  const [asked, setAsked] = useState<'change' | 'delete'>();
  const mayChange = useMay(consoleApi.replaceHoldout);
  const mayDelete = useMay(consoleApi.deleteHoldout);
  const { name } = holdout.holdout;
  const onClose = () => setAsked(undefined);
  return (
    <Group gap={4}>
      <ChangeAndDelete
        name={name}
        mayChange={mayChange}
        mayDelete={mayDelete}
        onChange={() => setAsked('change')}
        onDelete={() => setAsked('delete')}
      />
      {asked === 'change' && <HoldoutDialog holdout={holdout} onClose={onClose} />}
      {asked === 'delete' && <DeleteHoldout holdout={holdout} onClose={onClose} />}
    </Group>
  );
}
