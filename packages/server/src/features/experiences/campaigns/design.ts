// How a campaign is judged: at one planned look, or whenever anyone looks.
import type { CampaignInput, Fault } from '@attune/contract';

/** A design with all that it leaves open. */
export interface Design {
  readonly kind: 'any-time' | 'planned';
  /** Of a planned one. */
  readonly usersPerVariation: number | null;
  readonly minimumEffect: number;
  readonly power: number;
  readonly alpha: number;
}

/** Completes the design of a campaign. */
export const designOf = ({ design }: Pick<CampaignInput, 'design'>): Design => ({
  kind: design?.kind ?? 'any-time',
  usersPerVariation: design?.kind === 'planned' ? (design.usersPerVariation ?? null) : null,
  minimumEffect: design?.minimumEffect ?? 0.05,
  power: design?.power ?? 0.8,
  alpha: design?.alpha ?? 0.05,
});

/** What is wrong with a campaign's design. */
export function validateDesign({ design, experiences }: CampaignInput): Fault[] {
  if (!design) return [];
  const wrong = (name: string, detail: string) => ({ pointer: `/design/${name}`, detail });
  if (design.kind !== 'planned') {
    return design.usersPerVariation === undefined
      ? []
      : [wrong('usersPerVariation', 'is for a design of kind planned')];
  }
  return [
    ...(design.usersPerVariation === undefined
      ? [wrong('usersPerVariation', 'is missing: a planned test says when its one look is')]
      : []),
    ...(experiences.some(({ allocation }) => allocation === 'dynamic')
      ? [
          wrong(
            'kind',
            'planned needs weights that do not move: take any-time, or manual allocation',
          ),
        ]
      : []),
  ];
}
