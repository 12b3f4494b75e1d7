// What recommendations did altogether.
import { formatOf, sayNumber, sayPercent } from '@attune/core';
import { SimpleGrid } from '@mantine/core';
import { Figure } from '../../ui/figure.tsx';
import { Explain } from '../../ui/term.tsx';
import { terms } from './labels.ts';
import type { Report } from './query.ts';

const sayShare = (share: number | null) => (share === null ? '–' : sayPercent(share));
const sayOrders = (orders: number) => `${sayNumber(orders)} ${orders === 1 ? 'order' : 'orders'}`;

export function Cards({ report: { total, currency } }: { report: Report }) {
  const money = formatOf({ unit: 'money', currency });
  const { direct, assisted, coverage } = total;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      <Figure
        label="Direct revenue"
        hint={<Explain meaning={terms.direct} />}
        value={money(direct.revenue)}
        note={sayOrders(direct.orders)}
      />
      <Figure
        label="Assisted revenue"
        hint={<Explain meaning={terms.assisted} />}
        value={money(assisted.revenue)}
        note={sayOrders(assisted.orders)}
      />
      <Figure
        label="Share of all revenue"
        value={sayShare(total.revenueShare)}
        note={`Of ${money(total.siteRevenue)}`}
      />
      <Figure
        label="Click rate"
        hint={<Explain meaning={terms.clickRate} />}
        value={sayShare(total.clickRate)}
        note={`${sayNumber(total.clicks)} clicks on ${sayNumber(total.shown)} items shown`}
      />
      <Figure
        label="Full lists"
        hint={<Explain meaning={terms.full} />}
        value={sayShare(total.fullShare)}
        note={`Of ${sayNumber(total.lists)}; ${sayShare(total.fallbackShare)} with a fallback`}
      />
      <Figure
        label="Coverage"
        hint={<Explain meaning={terms.coverage} />}
        value={sayShare(coverage.share)}
        note={`${sayNumber(coverage.items)} of ${sayNumber(coverage.of)} items`}
      />
    </SimpleGrid>
  );
}
