// "saw Summer hero at most 3 times in the last 30 days".
import { Select } from '@mantine/core';
import { type CampaignActivity, pathOfCampaign, readCampaignActivity } from './activity.ts';
import { Often } from './activity-fields.tsx';
import { useBuilder } from './builder-context.ts';
import classes from './rows.module.css';
import type { AttributeRow } from './rows.ts';
import { Choose } from './words/choose.tsx';

interface Given {
  readonly row: AttributeRow;
  readonly onChange: (row: AttributeRow) => void;
}

export function CampaignFields({ row, onChange }: Given) {
  const { campaigns, isReadOnly } = useBuilder();
  const asked = readCampaignActivity(row.path)!;
  const { did, campaign, days } = asked;
  const ask = (part: Partial<CampaignActivity>) => {
    const { isOpen: _before, ...rest } = row;
    const next = { ...asked, ...part };
    const open = next.campaign === '' && { isOpen: true as const };
    onChange({ ...rest, path: pathOfCampaign(next), ...open });
  };
  const isKnown = campaign === '' || campaigns.some(({ id }) => id === campaign);
  return (
    <div className={classes['sentence']}>
      <Choose
        label="Saw or clicked"
        value={did}
        options={{ exposure: 'saw', click: 'clicked' }}
        onChange={(next) => ask({ did: next as CampaignActivity['did'] })}
      />
      <Select
        aria-label="Campaign"
        placeholder="Choose a campaign"
        size="xs"
        className={classes['value']}
        data={[
          ...campaigns.map(({ id, name }) => ({ value: id, label: name })),
          ...(isKnown ? [] : [{ value: campaign, label: campaign }]),
        ]}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No results"
        limit={100}
        readOnly={isReadOnly}
        value={campaign || null}
        onChange={(id) => ask({ campaign: id ?? '' })}
        comboboxProps={{ width: 280, position: 'bottom-start' }}
      />
      <Often row={row} days={days} onChange={onChange} onDays={(n) => ask({ days: n })} />
    </div>
  );
}
