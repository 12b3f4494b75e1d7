// A preview of a draft, requested anew as it changes: never an older answer for a newer draft.
import type { PreviewStrategyInput, PreviewStrategyOutput } from '@attune/contract';
import { parseExact } from '@attune/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { consoleApi } from '../../../api/endpoints.ts';
import { errorOf } from '../../../api/queries.ts';
import { useSite } from '../../../shell/site-context.ts';

/** How long nothing must be typed before the request is sent. */
const stillMs = 250;

/** How soon it is requested again while the feed or a model is still on its way. */
const comingMs = 2_000;
const coming = ['feed_unavailable', 'model_unavailable'];

const isComing = (answer: PreviewStrategyOutput | undefined) =>
  answer?.warnings.some(({ code }) => coming.includes(code)) ?? false;

export interface Previewed {
  readonly answer: PreviewStrategyOutput | undefined;
  /** The answer is to an earlier request; the next is on its way. */
  readonly isOld: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Undefined asks nothing, and goes on showing what was answered last, as old. */
export function usePreview(body: PreviewStrategyInput | undefined): Previewed {
  const { name: site } = useSite();
  const text = body && JSON.stringify(body);
  const [still] = useDebouncedValue(text, stillMs);
  const { path } = consoleApi.previewStrategy;
  const asked = useQuery({
    queryKey: [path, site, still],
    // Another question ends this request.
    queryFn: ({ signal }) =>
      call(
        consoleApi.previewStrategy,
        { params: { site }, body: parseExact(still ?? '') as PreviewStrategyInput },
        signal,
      ),
    enabled: still !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isComing(state.data) ? comingMs : false),
    // Events go on: what a user viewed a moment ago may be shown by now.
    staleTime: 0,
    gcTime: 60_000,
  });
  return {
    answer: asked.data,
    isOld: asked.isPlaceholderData || still !== text,
    error: still === text ? errorOf(asked) : null,
    refetch: asked.refetch,
  };
}
