// What a change did, for the audit log: the members that differ, before and after, kept short.

/** Longest value that is shown, as JSON text; a longer one ends there. */
const longestValue = 2_000;
/** Longest account of a change. */
const longestAccount = 16_000;

type Members = Readonly<Record<string, unknown>>;

/** Undefined: what was made had no before, and what was deleted has no after. */
export interface Changes {
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Which members of something differ, nested ones by themselves. `{}`: none does. */
export function changesBetween(before: Members | undefined, after: Members | undefined): Changes {
  const changes = differenceOf(before, after) ?? {};
  if (JSON.stringify(changes).length <= longestAccount) return changes;
  return { ...(before && { before: short(before) }), ...(after && { after: short(after) }) };
}

function differenceOf(before: unknown, after: unknown): Changes | undefined {
  if (isMembers(before) && isMembers(after)) return memberChanges(before, after);
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  return {
    ...(before !== undefined && { before: short(before) }),
    ...(after !== undefined && { after: short(after) }),
  };
}

function memberChanges(before: Members, after: Members): Changes | undefined {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const own = (from: Members, name: string) => (Object.hasOwn(from, name) ? from[name] : undefined);
  const found = [...names].flatMap((name) => {
    const change = differenceOf(own(before, name), own(after, name));
    return change ? [[name, change] as const] : [];
  });
  if (found.length === 0) return undefined;
  const side = (of: 'before' | 'after') =>
    Object.fromEntries(
      found.filter(([, change]) => of in change).map(([name, change]) => [name, change[of]]),
    );
  return { before: side('before'), after: side('after') };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function short(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text.length <= longestValue ? value : `${text.slice(0, longestValue).toWellFormed()}…`;
}
