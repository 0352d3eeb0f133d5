import { describe, expect, it } from 'vitest';
import { listed } from '../../../../app/kinds.ts';
import { formatOf } from '../../../../platform/web/format.ts';
import { listedDocument as documentOf, type ListedRow } from './listed-document.ts';
import {
  groupedByAge,
  groupedByUrgency,
  urgencySpans,
  whereOfSpan,
  withoutQuestions,
} from './task-groups.ts';

const row: ListedRow = {
  kind: 'procurement',
  id: 1,
  name: 'Messtechnik',
  number: 'PO-001284',
  status: 'approval',
  currency: 'EUR',
  total_netto: 5797.9,
  company_currency: 'EUR',
  company_netto: 5797.9,
  created_at: '2025-05-01T08:00:00Z',
  delivery_date: null,
  due_date: null,
  waiting_since: '2025-05-19T14:31:00Z',
  asked_ids: [],
  reminded_ids: [],
  content_version: 3,
  step: 'approval',
  step_kind: 'present',
  step_user: { id: 3, name: 'Stefan Ahlers' },
  step_for_user: null,
  supplier: { name: 'Norddeutsche Labortechnik GmbH' },
  payment: null,
};
const listedDocument = (of: ListedRow) => documentOf(of, listed.kinds);

describe('OVW-01 one line per task', () => {
  it('waits since its step began; a finished document has its own age', () => {
    expect(listedDocument(row).since).toBe('2025-05-19T14:31:00Z');
    expect(listedDocument({ ...row, waiting_since: null }).since).toBe('2025-05-01T08:00:00Z');
  });

  it('has a key that is unique across kinds', () => {
    const keys = [row, { ...row, kind: 'invoice' as const }].map((each) => listedDocument(each).key);
    expect(new Set(keys).size).toBe(2);
  });

  it('has no amount before the products are selected', () => {
    expect(listedDocument({ ...row, status: 'open', total_netto: 0 }).totalNetto).toBeNull();
    expect(listedDocument({ ...row, total_netto: 0 }).totalNetto).toBe(0);
  });

  it('CON-39 shows the commitment in the list of contracts, and the price elsewhere', () => {
    const contract = { ...row, kind: 'contract', total_netto: 900, committed_netto: 10800 } as const;
    expect(listedDocument(contract)).toMatchObject({ amount: 10800, totalNetto: 900 });
    expect(listedDocument(row)).toMatchObject({ amount: 5797.9, totalNetto: 5797.9 });
  });

  it('PRICE-07 shows the amount in company currency too, once a rate is known', () => {
    const dollars = { ...row, currency: 'USD', total_netto: 2000 };
    expect(listedDocument({ ...dollars, company_netto: 1843.32 })).toMatchObject({
      ...{ amount: 2000, currency: 'USD', companyAmount: 1843.32, companyCurrency: 'EUR' },
    });
    expect(listedDocument({ ...dollars, company_netto: null }).companyAmount).toBeNull();
    expect(listedDocument({ ...dollars, total_netto: null, company_netto: null }).companyAmount).toBeNull();
    expect(listedDocument(row).companyAmount).toBeNull();
  });

  it('names the group that a task waits for, instead of a person', () => {
    expect(listedDocument(row).group).toBeNull();
    const group = { step_kind: 'assignment', step_user: { id: 9, name: 'Einkauf' } } as const;
    expect(listedDocument({ ...row, ...group }).group).toBe('Einkauf');
  });
});

describe('TASK-23 questions', () => {
  it('are separated from tasks of the person and their groups', () => {
    const of = (assigneeId: number | null, id: number) => ({ ...listedDocument(row), id, assigneeId });
    const { questions, tasks } = withoutQuestions([of(3, 1), of(9, 2), of(5, 3), of(null, 4)], [3, 9]);
    expect(tasks.map(({ id }) => id)).toEqual([1, 2]);
    expect(questions.map(({ key, tasks: asked }) => [key, asked.map(({ id }) => id)])).toEqual([
      ['questions', [3, 4]],
    ]);
    expect(withoutQuestions([of(3, 1)], [3]).questions).toEqual([]);
    // CON-25: reminders are tasks.
    const reminded = { ...of(null, 7), remindedIds: [3] };
    expect(withoutQuestions([reminded, of(null, 4)], [3, 9]).tasks.map(({ id }) => id)).toEqual([7]);
  });
});

describe('OVW-01 groups by age', () => {
  it('counts calendar days in the tenant’s time zone', () => {
    const at = (since: string, id: number) => ({ ...listedDocument(row), id, since });
    const tasks = [
      at('2025-05-13T10:00:00Z', 1),
      at('2025-05-14T10:00:00Z', 2),
      at('2025-05-20T21:59:00Z', 3),
      at('2025-05-20T22:01:00Z', 4),
    ];
    const groups = groupedByAge(tasks, formatOf('de', 2, 'Europe/Berlin'), new Date('2025-05-21T20:00:00Z'));
    expect(groups.map(({ key, tasks: found }) => [key, found.map(({ id }) => id)])).toEqual([
      ['older', [1]],
      ['week', [2, 3]],
      ['today', [4]],
    ]);
  });
});

describe('OVW-10 groups by urgency', () => {
  const today = '2025-05-21';

  it('a task belongs to overdue, today, seven days or later by its urgency day alone, not by its due date', () => {
    const urgent = (urgentOn: string | null, id: number) => {
      return { ...listedDocument(row), id, urgentOn, dueDate: '2025-08-01' };
    };
    const tasks = [
      urgent('2025-05-20', 1),
      urgent('2025-05-21', 2),
      urgent('2025-05-22', 3),
      urgent('2025-05-28', 4),
      urgent('2025-05-29', 5),
      urgent(null, 6),
    ];
    const groups = groupedByUrgency(tasks, today);
    expect(groups.map(({ key, tasks: found }) => [key, found.map(({ id }) => id)])).toEqual([
      ['overdue', [1]],
      ['today', [2]],
      ['soon', [3, 4]],
      ['later', [5]],
      ['undated', [6]],
    ]);
  });

  it('the sum of a group asks for the days of exactly its tasks', () => {
    expect(urgencySpans(today).map((span) => [span.key, whereOfSpan(span)])).toEqual([
      ['overdue', { urgent_on: { _lte: '2025-05-20' } }],
      ['today', { urgent_on: { _gte: '2025-05-21', _lte: '2025-05-21' } }],
      ['soon', { urgent_on: { _gte: '2025-05-22', _lte: '2025-05-28' } }],
      ['later', { urgent_on: { _gte: '2025-05-29' } }],
    ]);
  });
});
