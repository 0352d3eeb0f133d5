import { describe, expect, test } from 'vitest';
import { type DraftContent, isOpen, mergedDraft, withTheirs } from './merge-drafts.ts';

interface Line {
  readonly key: string;
  readonly id: number | null;
  readonly description: string;
  readonly quantity: string | null;
}

interface Draft extends DraftContent {
  readonly head: { readonly name: string; readonly supplier: { id: number; name: string } | null };
  readonly lines: readonly Line[];
  readonly approvers: readonly { readonly id: number; readonly name: string }[];
}

const line = (id: number, change: Partial<Line> = {}): Line => ({
  ...{ key: `line-${id}`, id, description: `Zeile ${id}`, quantity: '2' },
  ...change,
});
const base: Draft = {
  head: { name: 'Prüfmittel', supplier: { id: 4, name: 'Nord GmbH' } },
  lines: [line(1), line(2)],
  approvers: [{ id: 7, name: 'Ina' }],
};
const merged = (mine: Partial<Draft>, theirs: Partial<Draft>) =>
  mergedDraft<Draft>({ base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } });

describe('LOCK-01 a draft merged with changes by others', () => {
  test('merges changes of different lines, head fields and approvers', () => {
    const { draft, conflicts } = merged(
      {
        lines: [line(1, { quantity: '9' }), line(2)],
        approvers: [...base.approvers, { id: 8, name: 'Ole' }],
      },
      { lines: [line(1), line(2, { quantity: '5' }), line(3)], head: { ...base.head, name: 'Messmittel' } },
    );
    expect(draft.lines).toEqual([line(1, { quantity: '9' }), line(2, { quantity: '5' }), line(3)]);
    expect(draft.head.name).toBe('Messmittel');
    expect(draft.approvers.map(({ id }) => id)).toEqual([7, 8]);
    expect(conflicts).toEqual([]);
  });

  test('merges a removed and an added approver', () => {
    const { draft } = merged({ approvers: [] }, { approvers: [...base.approvers, { id: 8, name: 'Ole' }] });
    expect(draft.approvers.map(({ id }) => id)).toEqual([8]);
  });

  test('ignores renamed references and surrounding blanks', () => {
    const { draft, conflicts } = merged(
      { head: { name: ' Prüfmittel', supplier: { id: 4, name: 'North Ltd' } } },
      { head: { name: 'Messmittel', supplier: { id: 5, name: 'Süd KG' } } },
    );
    expect(draft.head).toEqual({ name: 'Messmittel', supplier: { id: 5, name: 'Süd KG' } });
    expect(conflicts).toEqual([]);
  });

  test('keeps typed text on a head conflict until the stored one is chosen', () => {
    const { draft, conflicts } = merged(
      { head: { ...base.head, name: 'A' } },
      { head: { ...base.head, name: 'B' } },
    );
    const [conflict] = conflicts;
    if (!conflict) throw new Error('no conflict');
    expect(conflict).toMatchObject({
      part: 'head',
      field: 'name',
      mine: { name: 'A' },
      theirs: { name: 'B' },
    });
    expect(draft.head.name).toBe('A');
    expect(isOpen(draft, conflict)).toBe(true);
    const chosen = withTheirs(draft, conflict);
    expect(chosen.head.name).toBe('B');
    expect(isOpen(chosen, conflict)).toBe(false);
  });

  test('resolves a conflict by further typing', () => {
    const { draft, conflicts } = merged(
      { lines: [line(1, { quantity: '3' }), line(2)] },
      { lines: [line(1, { quantity: '5' }), line(2)] },
    );
    const [conflict] = conflicts;
    if (!conflict) throw new Error('no conflict');
    expect(isOpen(draft, conflict)).toBe(true);
    expect(isOpen({ ...draft, lines: [line(1, { quantity: '8' }), line(2)] }, conflict)).toBe(false);
    expect(withTheirs(draft, conflict).lines).toEqual([line(1, { quantity: '5' }), line(2)]);
  });

  test('reports a line changed here and removed by others', () => {
    const { draft, conflicts } = merged(
      { lines: [line(1), line(2, { quantity: '3' })] },
      { lines: [line(1)] },
    );
    const [conflict] = conflicts;
    if (!conflict) throw new Error('no conflict');
    expect(draft.lines).toEqual([line(1), line(2, { id: null, quantity: '3' })]);
    expect(isOpen(draft, conflict)).toBe(true);
    expect(withTheirs(draft, conflict).lines).toEqual([line(1)]);
  });

  test('reports a line removed here and changed by others', () => {
    const { draft, conflicts } = merged(
      { lines: [line(1)] },
      { lines: [line(1), line(2, { quantity: '5' })] },
    );
    const [conflict] = conflicts;
    if (!conflict) throw new Error('no conflict');
    expect(draft.lines).toEqual([line(1)]);
    expect(isOpen(draft, conflict)).toBe(true);
    const chosen = withTheirs(draft, conflict);
    expect(chosen.lines).toEqual([line(1), line(2, { quantity: '5' })]);
    expect(isOpen(chosen, conflict)).toBe(false);
  });
});
