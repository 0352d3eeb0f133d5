import { expect, test } from 'vitest';
import { taskGroup } from '../features/people/task-group.ts';
import { user } from '../features/people/user.ts';
import { emptyFlagsOf, tellsEmpty } from './empty-text.ts';

test('ROLE-15 an empty limit of a person is told only for people who approve, in form and list', () => {
  expect(emptyFlagsOf(user.fields)).toEqual(['approves']);
  expect(emptyFlagsOf(user.fields, user.list)).toEqual(['approves']);
  const { approval_limit } = user.fields;
  expect(tellsEmpty(approval_limit, ['approves'])).toBe(true);
  expect(tellsEmpty(approval_limit, [])).toBe(false);
  expect(tellsEmpty(user.fields.name, ['approves'])).toBe(false);
});

test('ROLE-15 an empty limit of a task group is told for each', () => {
  expect(emptyFlagsOf(taskGroup.fields)).toEqual([]);
  expect(tellsEmpty(taskGroup.fields.approval_limit, [])).toBe(true);
});
