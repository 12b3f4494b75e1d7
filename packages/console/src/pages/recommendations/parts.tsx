// The report by strategy, by slot, by type of page and by day.
import { formatOf, sayNumber, sayPercent } from '@attune/core';
import { Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { Section } from '../../ui/section.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { NameLink } from '../../ui/table/name-link.tsx';
import { sayDay } from '../reports/daily.ts';
import { sayPage } from './labels.ts';
import type { Figures, Report } from './query.ts';

type Strategy = Report['strategies'][number];
type Page = Report['pages'][number];
type Slot = Report['slots'][number];
type Day = Report['daily'][number];

const sayShare = (share: number | null | undefined) =>
  share === null || share === undefined ? '–' : sayPercent(share);

function number<Row>(
  id: string,
  head: string,
  of: (row: Row) => number | null,
  say: (value: number) => string,
): Column<Row> {
  const cell = (row: Row) => {
    const value = of(row);
    return value === null ? '–' : say(value);
  };
  return { id, head, cell, sortBy: of, isNumber: true };
}

/** Beside so much, a table does without the cents. */
const wholeFrom = 1_000;

function moneyOf(currency: string): (value: number) => string {
  const exact = formatOf({ unit: 'money', currency });
  const options = { style: 'currency', currency, maximumFractionDigits: 0 } as const;
  const whole = new Intl.NumberFormat('en-GB', options);
  return (value) => (value < wholeFrom ? exact(value) : whole.format(value));
}

function figures<Row extends Figures>(currency: string): Column<Row>[] {
  const money = moneyOf(currency);
  return [
    number('shown', 'Items shown', (row) => row.shown, sayNumber),
    number('clicks', 'Clicks', (row) => row.clicks, sayNumber),
    number('rate', 'Click rate', (row) => row.clickRate, sayPercent),
    number('orders', 'Direct orders', (row) => row.direct.orders, sayNumber),
    number('direct', 'Direct revenue', (row) => row.direct.revenue, money),
    number('assisted', 'Assisted revenue', (row) => row.assisted.revenue, money),
  ];
}

interface Listed {
  readonly fullShare: number | null;
  readonly fallbackShare: number | null;
}

const lists = <Row extends Listed>(): Column<Row>[] => [
  number('full', 'Full lists', (row) => row.fullShare, sayPercent),
  number('fallback', 'With a fallback', (row) => row.fallbackShare, sayPercent),
];

function columnsOf(currency: string) {
  const strategies: Column<Strategy>[] = [
    {
      ...{ id: 'name', head: 'Strategy', sortBy: ({ name }) => name },
      cell: ({ id, name, coverage }) =>
        coverage === null ? name : <NameLink to={`strategies?id=${id}`}>{name}</NameLink>,
    },
    ...figures<Strategy>(currency),
    ...lists<Strategy>(),
    {
      ...{ id: 'coverage', head: 'Coverage', isNumber: true },
      cell: ({ coverage }) => sayShare(coverage?.share),
      sortBy: ({ coverage }) => coverage?.share ?? null,
    },
  ];
  const slots: Column<Slot>[] = [
    {
      id: 'slot',
      head: 'Slot',
      cell: ({ slot }) => `Slot ${slot + 1}`,
      sortBy: ({ slot }) => slot,
    },
    ...figures<Slot>(currency),
  ];
  const pages: Column<Page>[] = [
    {
      ...{ id: 'page', head: 'Page', cell: ({ page }: Page) => sayPage(page) },
      sortBy: ({ page }) => sayPage(page),
    },
    ...figures<Page>(currency),
    ...lists<Page>(),
  ];
  const days: Column<Day>[] = [
    {
      id: 'day',
      head: 'Day',
      cell: ({ day }) => sayDay(day),
      sortBy: ({ day }) => day,
      isShort: true,
    },
    ...figures<Day>(currency),
  ];
  return { strategies, slots, pages, days };
}

export function Parts({ report }: { report: Report }) {
  const { strategies, slots, pages, daily, currency } = report;
  const columns = useMemo(() => columnsOf(currency), [currency]);
  return (
    <Section title="Where it comes from">
      <Tabs defaultValue="strategies" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="strategies">By strategy</Tabs.Tab>
          <Tabs.Tab value="slots">By slot</Tabs.Tab>
          <Tabs.Tab value="pages">By page type</Tabs.Tab>
          <Tabs.Tab value="days">By day</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="strategies" pt="md">
          <DataTable
            {...{ label: 'By strategy', rows: strategies, columns: columns.strategies }}
            idOf={({ id }) => id}
          />
        </Tabs.Panel>
        <Tabs.Panel value="slots" pt="md">
          <DataTable
            {...{ label: 'By slot', rows: slots, columns: columns.slots }}
            idOf={({ slot }) => slot}
          />
        </Tabs.Panel>
        <Tabs.Panel value="pages" pt="md">
          <DataTable
            {...{ label: 'By page type', rows: pages, columns: columns.pages }}
            idOf={({ page }) => page ?? ''}
          />
        </Tabs.Panel>
        <Tabs.Panel value="days" pt="md">
          <DataTable
            {...{ label: 'By day', rows: daily, columns: columns.days }}
            idOf={({ day }) => day}
          />
        </Tabs.Panel>
      </Tabs>
    </Section>
  );
}
