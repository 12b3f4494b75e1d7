// The words for what roles may do are those of the endpoints: complete, and true of each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ConsoleEndpoint,
  consoleApi,
  isCodeEditingOf,
  roles,
  tasks,
  tasksOf,
} from '../index.ts';

const ofSites = Object.entries<ConsoleEndpoint>(consoleApi).filter(([, { access }]) =>
  roles.some((role) => role === access),
);

test('each endpoint of a site has its place in the words, once', () => {
  const placed = tasks.flatMap(({ endpoints }) => endpoints);
  assert.deepEqual(placed.toSorted(), ofSites.map(([name]) => name).toSorted());
});

test('the endpoints of a task take the same role, so that its words are true of all of them', () => {
  for (const { words, endpoints } of tasks) {
    const needs = endpoints.map((name) => {
      const { access, codeEditing }: ConsoleEndpoint = consoleApi[name];
      return `${access}${codeEditing ? ' with code editing' : ''}`;
    });
    assert.equal(new Set(needs).size, 1, `${words}: ${endpoints.join(', ')} take ${needs}`);
  }
});

test('each role may do what the one before it may, and more', () => {
  const of = (at: number) => tasksOf({ role: roles[at]!, codeEditing: false }, consoleApi);
  for (const at of [1, 2]) {
    assert.ok(of(at).length > of(at - 1).length);
    assert.ok(of(at - 1).every((task) => of(at).includes(task)));
  }
});

test('code editing is offered to the roles to which it opens something: not to Viewers', () => {
  const offered = roles.filter((role) => isCodeEditingOf(role, consoleApi));
  assert.deepEqual(offered, ['Editor', 'Admin']);
});
