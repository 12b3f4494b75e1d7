// What a payload looks like by the view of its template.
import { parseView } from '@attune/core';
import { Text } from '@mantine/core';
import { useProducts } from './use-products.ts';
import { skusIn, viewData } from './view-data.ts';
import { ViewFrame } from './view-frame.tsx';

interface Given {
  readonly name: string;
  readonly view: string;
  readonly schema: unknown;
  readonly data: unknown;
  readonly isSmall?: boolean;
}

export function PayloadView({ name, view, schema, data, isSmall = false }: Given) {
  const products = useProducts(skusIn(schema, data));
  const parsed = parseView(view);
  if ('detail' in parsed) {
    return (
      <Text size="sm" c="dimmed">
        The view {parsed.detail} in line {parsed.line}.
      </Text>
    );
  }
  const html = parsed.render(viewData(schema, data, products));
  return <ViewFrame {...{ name, html, isSmall }} />;
}
