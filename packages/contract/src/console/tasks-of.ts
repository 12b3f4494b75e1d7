// Which tasks a teammate has, and what a task takes.
import type { Role } from '../permissions.ts';
import type { AccessTable, ConsoleEndpointName } from './audited.ts';
import { type ConsoleEndpoint, type Membership, mayUse } from './endpoint.ts';
import type { Task } from './task.ts';
import { tasks } from './tasks.ts';

type Needs = Pick<ConsoleEndpoint, 'access' | 'codeEditing'>;

/** What a task takes. */
export function needsOf({ endpoints: [first] }: Task, table: AccessTable): Needs {
  return table[first!];
}

/** The tasks of a teammate. */
export function tasksOf(membership: Membership, table: AccessTable): readonly Task[] {
  return tasks.filter((task) => mayUse(needsOf(task, table), membership));
}

/** The task that an endpoint of a site belongs to. */
export function taskWith(
  { method, path }: Pick<ConsoleEndpoint, 'method' | 'path'>,
  table: Readonly<Record<ConsoleEndpointName, Pick<ConsoleEndpoint, 'method' | 'path'>>>,
): Task | undefined {
  return tasks.find(({ endpoints }) =>
    endpoints.some((name) => table[name].path === path && table[name].method === method),
  );
}

/** Does editing code open anything to a role? Only there it is offered. */
export function isCodeEditingOf(role: Role, table: AccessTable): boolean {
  const [without, withIt] = [false, true].map((codeEditing) =>
    tasksOf({ role, codeEditing }, table),
  );
  return withIt!.length > without!.length;
}
