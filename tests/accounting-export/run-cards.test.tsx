import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { ExportRuns } from '../../src/features/accounting-export/web/ExportRuns.tsx';
import { runsOptions, type ShownRun } from '../../src/features/accounting-export/web/export-data.ts';
import { exportTargets } from '../../src/features/export-target/targets.ts';
import { htmlOf, showGerman } from '../support/rendered.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));

beforeAll(showGerman);

const run: ShownRun = {
  ...{ id: 4, running_number: 4, target: 'datev', state: 'done', started_at: '2026-11-05T08:00:00Z' },
  ...{ exported_count: 3, failed_count: 0, control_total: 357, is_automatic: false },
  client: { name: 'Nordfeld', currency: 'EUR' },
  started_by: { name: 'Sabine Buch' },
  ...{ compared_at: null, compared_with: null, asked_at: null, ask_problem: null },
  ...{ withdrawn_at: null, withdrawn_by: null, withdrawn_reason: null, files: [], reported: [] },
};

/** The head of the card of a run: its badge, and the words beside it. */
function headOf(shown: ShownRun): { readonly badge: string; readonly words: readonly string[] } {
  const client = new QueryClient();
  client.setQueryData(runsOptions.queryKey, [shown]);
  const page = htmlOf(<ExportRuns />, client);
  const texts = page.split(/<[^>]*>/).filter((text) => text.trim() !== '');
  const at = texts.indexOf('EX-000004');
  return { badge: texts[at + 1] ?? '', words: texts[at + 2]?.split(' · ') ?? [] };
}

describe('EXP-23 EXP-27 the card of a run', () => {
  it.each(exportTargets)('names its target, company and person: %s', (target) => {
    const { words } = headOf({ ...run, target });
    expect(words[0]).toBe(german.invoice_export.target[target]);
    expect(words.slice(2)).toEqual(['Nordfeld', 'Sabine Buch']);
  });

  it('says "with failures" where an invoice failed, and "done" only where none did', () => {
    expect(headOf(run).badge).toBe(german.invoice_export.state.done);
    expect(headOf({ ...run, failed_count: 1 }).badge).toBe(german.invoice_export.state.done_with_failures);
  });
});
