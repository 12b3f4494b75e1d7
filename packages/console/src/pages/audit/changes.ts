// What an entry of the audit log says was changed, member by member.

/** A member that was changed; undefined where it was not there. */
export interface ChangedMember {
  /** `affinity › weights › view`; '' is the whole. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ReadDetails {
  readonly members: readonly ChangedMember[];
  /** What else the entry says, as JSON text; undefined: nothing. */
  readonly rest: string | undefined;
}

/** Reads the `details` of an entry, whatever wrote them. */
export function readDetails(details: unknown): ReadDetails {
  if (details === null || details === undefined) return { members: [], rest: undefined };
  if (!isObject(details)) return { members: [], rest: textOf(details) };
  const { before, after, ...rest } = details;
  return {
    members: before === undefined && after === undefined ? [] : membersOf('', before, after),
    rest: Object.keys(rest).length > 0 ? textOf(rest) : undefined,
  };
}

function membersOf(path: string, before: unknown, after: unknown): ChangedMember[] {
  if (isObject(before ?? {}) && isObject(after ?? {}) && (before ?? after) !== undefined) {
    const from = (before ?? {}) as Members;
    const to = (after ?? {}) as Members;
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    if (names.length > 0) {
      return names.flatMap((name) =>
        membersOf(path === '' ? name : `${path} › ${name}`, own(from, name), own(to, name)),
      );
    }
  }
  const member = { path, before: textOf(before), after: textOf(after) };
  return member.before === member.after ? [] : [member];
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const own = (from: Members, name: string) => (Object.hasOwn(from, name) ? from[name] : undefined);

/** Text as it is, anything else as JSON. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}
