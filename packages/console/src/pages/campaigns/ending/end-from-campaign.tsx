// Ends a test from the page of its campaign, by what its report says.
import { Text } from '@mantine/core';
import { consoleApi } from '../../../api/endpoints.ts';
import { useAnswer } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Opening } from '../../../ui/opening.tsx';
import { campaignParams } from '../query.ts';
import { EndTestDialog } from './end-test-dialog.tsx';
import { controlsOf, testsIn, winnersOf } from './test.ts';

interface Given {
  readonly id: number;
  readonly isBack: boolean;
  readonly onClose: () => void;
}

export function EndFromCampaign({ id, isBack, onClose }: Given) {
  const { name: site } = useSite();
  const { data, error } = useAnswer(consoleApi.reportCampaign, {
    ...campaignParams(site, id),
    query: {},
  });
  if (!data && !error) return <Opening />;
  const tests = testsIn(data?.experiences ?? []);
  if (error || tests.length === 0) {
    return (
      <Dialog title="End test" onClose={onClose}>
        <ErrorAlert error={error} />
        {!error && <Text size="sm">No experience of this campaign compares variations.</Text>}
      </Dialog>
    );
  }
  const begin = isBack ? controlsOf(tests) : winnersOf(tests);
  return <EndTestDialog {...{ id, tests, begin, onClose }} />;
}
