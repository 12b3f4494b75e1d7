// A test without a primary metric is told before it is live.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from './draft.ts';
import { metricWarnings } from './metric-warnings.ts';

const variation = (name: string) => ({ key: name, name, weight: 1, payload: null });
const draft = (variations: Draft['experiences'][number]['variations']) => ({
  experiences: [{ key: 'all', targeting: { rows: [] } as never, variations }],
});
const two = [variation('Control'), variation('Variation 1')];

test('only a test that runs without a primary metric is warned of', () => {
  assert.deepEqual(
    metricWarnings(draft(two)).map(({ pointer }) => pointer),
    ['/metrics'],
  );
  assert.deepEqual(metricWarnings({ ...draft(two), metrics: { primary: 2 } }), []);
  assert.deepEqual(metricWarnings(draft([variation('Variation 1')])), []);
  assert.deepEqual(metricWarnings(draft([two[0]!, { ...two[1]!, shipped: true }])), []);
});
