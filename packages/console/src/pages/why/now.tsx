// What would be decided now, campaign by campaign.
import type { WhyInput } from '@attune/contract';
import { Alert, Stack, Text } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { UserName } from '../../ui/user-name.tsx';
import { Campaigns } from './campaigns.tsx';

export function Now({ body }: { body: WhyInput }) {
  const { name: site } = useSite();
  const { data, error, refetch } = useExplained(site, body);
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton rows={4} />;
  const { userId, userName, attributes, campaigns, warnings } = data;
  return (
    <Stack gap="md">
      <Text size="sm" component="div">
        Decided for <UserName id={userId} name={userName} />
      </Text>
      {warnings.map(({ code, message }) => (
        <Alert key={code} color="yellow" icon={<Icon name="alert" />} title={code}>
          {message}
        </Alert>
      ))}
      {campaigns.length === 0 ? (
        <EmptyState icon="why" title="No live campaigns to explain">
          Publish a campaign, or select another one.
        </EmptyState>
      ) : (
        <Campaigns campaigns={campaigns} />
      )}
      <Disclosure what="the attributes of this decision">
        <CodeBlock code={JSON.stringify(attributes, null, 2)} what="the values" isWhole />
      </Disclosure>
    </Stack>
  );
}

/**
 * Asks once more by name where the id is a person's own, and a request would send a name: as an
 * id it would be a device's.
 */
function useExplained(site: string, body: WhyInput) {
  const byId = useAnswer(consoleApi.whyDecision, { params: { site }, body });
  const { userName = null, isKnown = true } = byId.data ?? {};
  const isNamed = userName !== null && !isKnown && body.request === undefined;
  const user = userName ? { cuid: userName.value, cuidType: userName.type } : {};
  const named = { params: { site }, body: { ...body, user } };
  const byName = useAnswer(consoleApi.whyDecision, named, { isWanted: isNamed });
  return isNamed ? byName : byId;
}
