// What groups of the provider give on which site, and what of it has to change.
import { type Membership, roles } from '@attune/contract';
import type { RoleRule } from '../../../../provider-config.ts';

/** A membership that is there. */
export interface MappedMembership extends Membership {
  readonly siteId: number;
  /** False: an Admin gave it, and groups leave it as it is. */
  readonly fromGroups: boolean;
}

export interface MembershipChange {
  readonly siteId: number;
  readonly before: Membership | undefined;
  /** Undefined: the membership goes. */
  readonly after: Membership | undefined;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** By role first; of the same role, the one that may edit code. */
const rank = ({ role, codeEditing }: Membership) => 2 * roles.indexOf(role) + Number(codeEditing);

/** The highest rule that applies to a site. */
function given(rules: readonly RoleRule[], groups: ReadonlySet<string>, site: string) {
  return rules
    .filter((rule) => groups.has(rule.group) && (rule.site === '*' || rule.site === site))
    .reduce<RoleRule | undefined>(
      (best, rule) => (best && rank(best) >= rank(rule) ? best : rule),
      undefined,
    );
}

/** What changes for somebody in these groups; nothing where there are no rules. */
export function membershipChanges(
  rules: readonly RoleRule[],
  groups: readonly string[],
  sites: readonly Named[],
  held: readonly MappedMembership[],
): MembershipChange[] {
  if (rules.length === 0) return [];
  const inGroups = new Set(groups);
  return sites.flatMap(({ id, name }) => {
    const before = held.find(({ siteId }) => siteId === id);
    if (before && !before.fromGroups) return [];
    const rule = given(rules, inGroups, name);
    const after = rule && { role: rule.role, codeEditing: rule.codeEditing };
    const isSame = before && after ? rank(before) === rank(after) : before === after;
    return isSame ? [] : [{ siteId: id, before, after }];
  });
}
