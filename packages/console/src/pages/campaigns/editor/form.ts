// A campaign as it is edited: the draft, what is saved, what was refused, who was faster.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi } from '../../../api/endpoints.ts';
import { isProblem } from '../../../api/problem.ts';
import { useChange } from '../../../api/queries.ts';
import { useMay, useSite } from '../../../shell/site-context.ts';
import { useKept, useWarning } from '../../../ui/unsaved.ts';
import { bodyIn, type Campaign } from '../campaign.ts';
import { campaignParams, stale } from '../query.ts';
import {
  bodyOf,
  type Change,
  changed,
  type Draft,
  draftOf,
  type Experience,
  type Fault,
  isChanged,
} from './draft.ts';
import { draftKey } from './draft-key.ts';

/** A draft, and the version of the campaign that it began with. */
interface Kept {
  readonly version: number;
  readonly base: Draft;
  readonly draft: Draft;
}

export interface Form {
  readonly campaign: Campaign;
  readonly draft: Draft;
  /** What the draft began with. */
  readonly base: Draft;
  /** `undefined` takes a member away. */
  readonly set: (part: Change<Draft>) => void;
  /** Changes one experience, wherever it is by now. */
  readonly setExperience: (key: string, part: Change<Experience>) => void;
  /** What is wrong with a field (`/experiences/0/name`), or with something within it. */
  readonly faultOf: (pointer: string) => string | undefined;
  readonly faultsBelow: (pointer: string) => readonly Fault[];
  readonly faults: readonly Fault[];
  readonly isReadOnly: boolean;
  readonly isChanged: boolean;
  /** Saves over a version, the one that the draft began with unless another is named. */
  readonly save: (then?: { over?: number; onSaved?: () => void }) => void;
  readonly isSaving: boolean;
  readonly error: unknown;
  /** Another teammate saved since the draft was begun. */
  readonly isBehind: boolean;
  readonly discard: () => void;
  /** Stops telling of a refusal. */
  readonly dismiss: () => void;
}

const begun = (campaign: Campaign): Kept => {
  const base = draftOf(bodyIn(campaign));
  return { version: campaign.version, base, draft: base };
};

export function useForm(campaign: Campaign): Form {
  const { name: site } = useSite();
  const held = useQueryClient();
  const mayChange = useMay(consoleApi.replaceCampaign);
  const saving = useChange(consoleApi.replaceCampaign, stale);
  const [kept, keep] = useKept<Kept | undefined>(draftKey(site, campaign.id), undefined);
  const [own, setOwn] = useState<readonly Fault[]>([]);
  // Without changes it is what the service has, however often that changes.
  const isUnsaved = kept !== undefined && isChanged(kept.draft, kept.base);
  const now = isUnsaved ? kept : begunOnce(campaign);
  const { draft, base } = now;
  useWarning(isUnsaved);
  const refused = isProblem(saving.error) ? (saving.error.document.errors ?? []) : [];
  const faults = [...own, ...refused];
  const set = (part: Change<Draft>) => {
    if (!saving.isPending) keep({ ...now, draft: changed(draft, part) });
  };
  const isIn = (pointer: string) => (fault: Fault) =>
    fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`);
  return {
    campaign,
    draft,
    base,
    set,
    setExperience: (key, part) =>
      set({
        experiences: draft.experiences.map((one) => (one.key === key ? changed(one, part) : one)),
      }),
    faultOf: (pointer) => faults.find(isIn(pointer))?.detail,
    faultsBelow: (pointer) =>
      faults
        .filter(isIn(pointer))
        .map(({ pointer: at, detail }) => ({ pointer: at.slice(pointer.length), detail })),
    faults,
    isReadOnly: !mayChange || campaign.status === 'archived',
    isChanged: isUnsaved,
    save: ({ over = now.version, onSaved } = {}) => {
      const { body, faults: found } = bodyOf(draft);
      setOwn(found);
      if (found.length > 0) return;
      const sent = { params: { site, id: String(campaign.id) }, body };
      const headers = { 'if-match': `"${over}"` };
      saving.mutate(
        { ...sent, headers },
        {
          onSuccess: (answer) => {
            held.setQueryData(
              [consoleApi.readCampaign.path, campaignParams(site, campaign.id)],
              answer,
            );
            keep(undefined);
            onSaved?.();
          },
        },
      );
    },
    isSaving: saving.isPending,
    error: saving.error,
    isBehind: isProblem(saving.error, 'revision_mismatch'),
    discard: () => {
      keep(undefined);
      setOwn([]);
      saving.reset();
    },
    dismiss: saving.reset,
  };
}

const known = new WeakMap<Campaign, Kept>();

/** The same draft for the same answer, so that nothing is shown anew without need. */
function begunOnce(campaign: Campaign): Kept {
  const begin = known.get(campaign) ?? begun(campaign);
  known.set(campaign, begin);
  return begin;
}
