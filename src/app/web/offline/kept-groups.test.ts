import { expect, test } from 'vitest';
import { tasksMeta } from '../../../document/web/known-head.ts';
import { groupOf } from './kept-groups.ts';

test.each([
  ['the tasks', { queryKey: ['documents', 'heads', {}, 'start'], meta: tasksMeta }, 'list'],
  ['a document', { queryKey: ['invoice', 12], meta: undefined }, 'document'],
  ['the preview of a document', { queryKey: ['preview', 'contract', 12], meta: undefined }, 'preview'],
  ['what a page of a document needs', { queryKey: ['person-names', [1]], meta: undefined }, 'aid'],
  ['the person', { queryKey: ['profile', 7], meta: undefined }, 'aid'],
])('MOB-04 %s is kept', (_what, query, group) => {
  expect(groupOf(query)).toBe(group);
});

test.each([
  ['a list of all documents', { queryKey: ['documents', 'heads', {}, 'start'], meta: undefined }],
  ['a number of documents', { queryKey: ['documents', 'count', {}], meta: undefined }],
  ['the administration', { queryKey: ['entity', 'supplier', 1], meta: undefined }],
  ['the content of a file', { queryKey: ['original', 'f1'], meta: undefined }],
  ['the dashboard', { queryKey: ['dashboard', 'figures'], meta: undefined }],
  ['the operator area', { queryKey: ['operator', 'documents', 1], meta: undefined }],
  ['a search', { queryKey: ['palette', 'x'], meta: undefined }],
])('MOB-04 %s is not kept', (_what, query) => {
  expect(groupOf(query)).toBeNull();
});
