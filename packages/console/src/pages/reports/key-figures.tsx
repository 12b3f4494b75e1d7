// What a reader wants first of an experience: lift, interval, chance, users.
import type { ReportOutput } from '@attune/contract';
import { sayChance, sayChange, sayInterval, sayUsers } from '@attune/core';
import { SimpleGrid, Text } from '@mantine/core';
import { Figure } from '../../ui/figure.tsx';
import { Explain } from '../../ui/term.tsx';
import { leadOf } from './lead.ts';
import { terms } from './terms.ts';

type Experience = ReportOutput['experiences'][number];

export function KeyFigures({ experience }: { experience: Experience }) {
  const lead = leadOf(experience);
  const uplift = lead?.variation.uplift;
  const hasLift = lead && uplift && uplift.estimate !== null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: hasLift ? 4 : 2 }} spacing="sm">
      {hasLift && (
        <>
          <Figure
            label="Lift"
            hint={<Explain meaning={terms.lift} />}
            value={<Large>{sayChange(uplift.estimate ?? 0)}</Large>}
            note={`${lead.variation.name} over ${lead.baseline.name}`}
          />
          <Figure
            label="95 % interval of the lift"
            hint={<Explain meaning={terms.interval} />}
            value={<Large>{sayInterval(uplift, sayChange) ?? '–'}</Large>}
            note={sayInterval(uplift, sayChange) === undefined && 'Too little data for an interval'}
          />
          <Figure
            label="Chance to be best"
            hint={<Explain meaning={terms.chance} />}
            value={<Large>{sayChance(lead.variation.probabilityBest ?? 0)}</Large>}
            note={lead.variation.name}
          />
        </>
      )}
      <Users experience={experience} isAlone={!hasLift} />
    </SimpleGrid>
  );
}

interface UsersGiven {
  readonly experience: Experience;
  /** Nothing else is there to look at. */
  readonly isAlone: boolean;
}

function Users({ experience: { variations }, isAlone }: UsersGiven) {
  const sum = (of: (one: Experience['variations'][number]) => number) =>
    variations.reduce((all, one) => all + of(one), 0);
  const exposed = sum((one) => one.exposed);
  const counted = sum((one) => one.users).toLocaleString('en-GB');
  return (
    <>
      <Figure
        label="Users counted"
        hint={<Explain meaning={terms.counted} />}
        value={<Large>{counted}</Large>}
        {...(!isAlone && { note: `of ${sayUsers(exposed)} exposed` })}
      />
      {isAlone && (
        <Figure
          label="Users exposed"
          value={<Large>{exposed.toLocaleString('en-GB')}</Large>}
          note={`${sum((one) => one.soFar.active).toLocaleString('en-GB')} with an outcome so far`}
        />
      )}
    </>
  );
}

function Large({ children }: { children: string }) {
  return (
    <Text span fz={22} lh={1.2} fw={650}>
      {children}
    </Text>
  );
}
