import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { documentKey } from '../../src/document/web/document.ts';
import { htmlOf, showTexts } from '../support/rendered.tsx';
import { FakePage, type ShownFake } from './FakePage.tsx';
import { fakeKind } from './fake-kind.ts';

vi.mock('../../src/document/web/commands.ts', () => ({ commandMutation: () => '', hasCommand: () => true }));

const person = { id: 0, name: 'Ada', is_group: false } as unknown as NonNullable<ShownFake['creator']>;
const entry = {
  ...{ id: 1, entry_no: 0, type: 'contract-start', status: null, text_type: 'present', comment: null },
  ...{ lb_user: person, for_user: null, created_by: person, actor: null, completed_at: null, note: null },
  ...{ created_at: '2026-01-01T00:00:00Z', document_questions: [], transport: null },
};
const action = { key: 'submit', label_key: 'Einreichen', enabled: true, refusal: null, is_main: true };
const document = {
  ...{ id: 7, name: 'Wartung', notes: 'Zweimal im Jahr', status: 'pending', total_netto: null },
  ...{ contract_number_formatted: 'CT-000007', creator: person, approvers: [], document_files: [] },
  timeline: { id: 1, current_entry_no: 0, content_version: 1, timeline_entries: [entry] },
  actions: [{ ...action, next: null }],
};

async function shown(search: string): Promise<string> {
  await showTexts();
  const client = new QueryClient();
  client.setQueryData(documentKey(fakeKind, 7), document);
  const history = createMemoryHistory({ initialEntries: [`${fakeKind.route}${search}`] });
  const router = createRouter({ routeTree: createRootRoute({ notFoundComponent: FakePage }), history });
  await router.load();
  return htmlOf(<RouterProvider router={router} />, client);
}

it('NAV-04 shows number, name, labelled fields and the main action', async () => {
  const page = await shown('?id=7');
  const fields = ['>field.name<', 'value="Wartung"', '>field.notes<', 'Zweimal im Jahr'];
  for (const part of ['>000007<', '>Wartung</h1>', ...fields, '>Einreichen<']) expect(page).toContain(part);
});

it('NAV-04 shows an empty form for a new document', async () => {
  const page = await shown('');
  for (const part of ['>contract.new</h1>', '>field.name<', '>field.notes<', '>contract.actions.submit<'])
    expect(page).toContain(part);
  expect(page).not.toContain('Wartung');
});
