// What a payload looks like by the view of its template.
import { parseView } from '@attune/core';
import { Text } from '@mantine/core';
import type { Item } from '../feeds/item-labels.ts';
import { useProducts } from './use-products.ts';
import { skusIn, viewData } from './view-data.ts';
import { ViewFrame } from './view-frame.tsx';

interface Given {
  readonly name: string;
  readonly view: string;
  readonly schema: unknown;
  readonly data: unknown;
  /** What is recommended, for the view of a template that is made for it. */
  readonly items?: readonly Item[] | undefined;
  readonly isSmall?: boolean;
}

export function PayloadView({ name, view, schema, data, items, isSmall = false }: Given) {
  const products = useProducts(skusIn(schema, data));
  const parsed = parseView(view);
  if ('detail' in parsed) {
    return (
      <Text size="sm" c="dimmed">
        The view {parsed.detail} in line {parsed.line}.
      </Text>
    );
  }
  const html = parsed.render(viewData(schema, data, products, items));
  return <ViewFrame {...{ name, html, isSmall }} />;
}
