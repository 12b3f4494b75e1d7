// What roles can do, from the table that the server enforces: in a list, and compared.
import {
  isCodeEditingOf,
  type Membership,
  mayUse,
  needsOf,
  roles,
  type Task,
  taskAreas,
  tasks,
  tasksOf,
} from '@attune/contract';
import { List, Table, Text, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { consoleApi } from '../../api/endpoints.ts';
import { sayNeeds, withArticle } from '../../shell/say-role.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from './role-tasks.module.css';

/** What a role can do beyond the role before it, and what code editing adds to that. */
export function AddedTasks({ value }: { value: Membership }) {
  const before = roles[roles.indexOf(value.role) - 1];
  const known = before ? tasksOf({ role: before, codeEditing: false }, consoleApi) : [];
  const added = tasksOf(value, consoleApi).filter((task) => !known.includes(task));
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {before
          ? `${value.role}s can do everything ${withArticle(before)} can, and:`
          : `${value.role}s can:`}
      </Text>
      <List size="sm" spacing={2} mt={4} withPadding>
        {added.map(({ words }) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </div>
  );
}

interface Column {
  readonly title: string;
  readonly membership: Membership;
}

const columns: readonly Column[] = roles.flatMap((role) => [
  { title: role, membership: { role, codeEditing: false } },
  ...(isCodeEditingOf(role, consoleApi)
    ? [{ title: `${role} with code editing`, membership: { role, codeEditing: true } }]
    : []),
]);

export function RoleTable() {
  return (
    <Table aria-label="What each role can do" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Task</Table.Th>
          {columns.map(({ title }) => (
            <Table.Th key={title} className={classes['mark']} visibleFrom="sm">
              {title}
            </Table.Th>
          ))}
          <Table.Th hiddenFrom="sm">Role needed</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {taskAreas.map((area) => (
          <Fragment key={area}>
            <Table.Tr>
              <Table.Th scope="rowgroup" colSpan={columns.length + 1}>
                {area}
              </Table.Th>
            </Table.Tr>
            {tasks
              .filter((task) => task.area === area)
              .map((task) => (
                <TaskRow key={task.words} task={task} />
              ))}
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function TaskRow({ task }: { task: Task }) {
  const needs = needsOf(task, consoleApi);
  return (
    <Table.Tr>
      <Table.Td>{task.words}</Table.Td>
      {columns.map(({ title, membership }) => (
        <Table.Td key={title} className={classes['mark']} visibleFrom="sm">
          {mayUse(needs, membership) ? (
            <>
              <Icon name="check" size={16} />
              <VisuallyHidden>Yes</VisuallyHidden>
            </>
          ) : (
            <VisuallyHidden>No</VisuallyHidden>
          )}
        </Table.Td>
      ))}
      <Table.Td hiddenFrom="sm">{sayNeeds(needs)}</Table.Td>
    </Table.Tr>
  );
}
