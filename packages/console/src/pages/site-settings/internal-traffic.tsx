// What identifies the site's own people, who are served as visitors and do not count.
import { NativeSelect, NumberInput, Stack, TagsInput } from '@mantine/core';
import { consoleApi } from '../../api/endpoints.ts';
import { useEvery } from '../../api/every.ts';
import { useSite } from '../../shell/site-context.ts';
import { Section } from '../../ui/section.tsx';
import type { Form } from './form.ts';

export function InternalTraffic({ form }: { form: Form }) {
  const audiences = useEvery(consoleApi.listAudiences, useSite().name).data ?? [];
  const { internalTraffic } = form.values;
  const { addresses, userAgents, audience } = internalTraffic;
  const set = (part: Partial<typeof internalTraffic>) =>
    form.set({ internalTraffic: { ...internalTraffic, ...part } });
  const faultOf = (list: 'addresses' | 'userAgents') =>
    [list, ...internalTraffic[list].map((_, at) => `${list}/${at}`)]
      .map((field) => form.faultOf(`internalTraffic/${field}`))
      .find((fault) => fault !== undefined);
  const isKnown = audience === null || audiences.some(({ id }) => id === audience);
  return (
    <Section
      title="Traffic"
      anchor="internal-traffic"
      about="Your team sees the same experiences as visitors, but does not count in reports, estimates and recommendations."
    >
      <Stack gap="sm" maw={480}>
        <TagsInput
          label="IP addresses"
          description="Addresses or CIDR ranges, such as 203.0.113.0/24"
          value={addresses}
          onChange={(list) => set({ addresses: list })}
          readOnly={form.isReadOnly}
          error={faultOf('addresses')}
          acceptValueOnBlur
        />
        <TagsInput
          label="User agents"
          description="Parts of a user agent in any case, such as ShopMonitor"
          value={userAgents}
          onChange={(list) => set({ userAgents: list })}
          readOnly={form.isReadOnly}
          error={faultOf('userAgents')}
          acceptValueOnBlur
        />
        <NativeSelect
          label="Audience"
          description="Visitors in this audience are internal"
          disabled={form.isReadOnly}
          value={String(audience)}
          data={[
            { value: 'null', label: 'None' },
            ...(isKnown ? [] : [{ value: String(audience), label: `Audience ${audience}` }]),
            ...audiences.map(({ id, audience: { name } }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            set({ audience: value === 'null' ? null : Number(value) })
          }
          error={form.faultOf('internalTraffic/audience')}
        />
        <NumberInput
          label="Daily cap per visitor"
          description="How often one visitor counts per day in recommendation models and dynamic allocation: 1 to 1000, default 20"
          value={form.values.learningCap}
          onChange={(learningCap) => typeof learningCap === 'number' && form.set({ learningCap })}
          min={1}
          max={1000}
          readOnly={form.isReadOnly}
          error={form.faultOf('learningCap')}
        />
      </Stack>
    </Section>
  );
}
