// What the conditions of a site can be said in: its fields, its words, and what its ids are called.
import type { ExplanationNames } from '@attune/core';
import { useMemo } from 'react';
import { consoleApi } from '../api/endpoints.ts';
import { useEvery } from '../api/every.ts';
import { useAnswer } from '../api/queries.ts';
import { useSite } from '../shell/site-context.ts';
import type { BuilderGiven } from './builder-context.ts';
import { type Field, fieldOf } from './fields.ts';
import { wordsOf } from './words/catalogue.ts';
import type { Names } from './words/say.ts';

type Vocabulary = Pick<BuilderGiven, 'fields' | 'words' | 'audiences' | 'campaigns'>;

const none: readonly Field[] = [];

export function useVocabulary(): Vocabulary {
  const { name: site } = useSite();
  const { data } = useAnswer(consoleApi.listAudienceFields, { params: { site } });
  const audiences = useEvery(consoleApi.listAudiences, site).data;
  const campaigns = useEvery(consoleApi.listCampaigns, site).data;
  return useMemo(() => {
    const fields = data?.items.map(fieldOf) ?? none;
    return {
      fields,
      words: wordsOf(fields),
      audiences: (audiences ?? []).map(({ id, audience }) => ({ id, name: audience.name })),
      campaigns: (campaigns ?? []).map(({ campaign }) => {
        const { selector, name } = campaign as Called;
        return { id: selector, name };
      }),
    };
  }, [data, audiences, campaigns]);
}

interface Called {
  readonly selector: string;
  readonly name: string;
}

/** What audiences are called, where experiences are called after them. */
export function useExplanationNames(): ExplanationNames {
  const { audiences } = useVocabulary();
  return useMemo(
    () => ({ audiences: new Map(audiences.map(({ id, name }) => [id, name])) }),
    [audiences],
  );
}

/** The same, for saying conditions in sentences. */
export function useNames(): Names {
  const { words, audiences, campaigns } = useVocabulary();
  return {
    words,
    audienceOf: (id) =>
      id === null ? '…' : (audiences.find((one) => one.id === id)?.name ?? `Audience ${id}`),
    campaignOf: (id) => campaigns.find((one) => one.id === id)?.name ?? id,
  };
}
