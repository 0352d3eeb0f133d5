import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../platform/web/format.ts';
import { groupedByAge } from './age-groups.ts';
import { type ListedRow, listedDocument } from './listed-document.ts';

const row: ListedRow = {
  id: 1,
  name: 'Messtechnik',
  order_number_formatted: 'PO-001284',
  draft_number_formatted: 'DR-000007',
  status: 'approval',
  currency: 'EUR',
  total_netto: 5797.9,
  created_at: '2025-05-01T08:00:00Z',
  delivery_date: null,
  timeline: { content_version: 3 },
  current: [
    {
      type: 'approval',
      text_type: 'present',
      created_at: '2025-05-02T08:00:00Z',
      lb_user: { name: 'Stefan Ahlers' },
    },
  ],
  before: [{ completed_at: '2025-05-19T14:31:00Z' }],
  procurement_lines: [{ supplier: { name: 'Norddeutsche Labortechnik GmbH' } }],
};

describe('OVW-01 one line per task', () => {
  it('waits since the step before was done, or since its entry exists', () => {
    expect(listedDocument(row).since).toBe('2025-05-19T14:31:00Z');
    expect(listedDocument({ ...row, before: [] }).since).toBe('2025-05-02T08:00:00Z');
  });

  it('shows the order number, and the draft number while there is none', () => {
    expect(listedDocument(row).number).toBe('PO-001284');
    expect(listedDocument({ ...row, order_number_formatted: null }).number).toBe('DR-000007');
  });

  it('has no amount before the products are selected', () => {
    expect(listedDocument({ ...row, status: 'open', total_netto: 0 }).totalNetto).toBeNull();
    expect(listedDocument({ ...row, total_netto: 0 }).totalNetto).toBe(0);
  });

  it('names the group that a task waits for, and no person', () => {
    expect(listedDocument(row).group).toBeNull();
    const current = [
      {
        ...row.current[0],
        type: 'approval',
        text_type: 'assignment',
        created_at: '',
        lb_user: { name: 'Einkauf' },
      } as const,
    ];
    expect(listedDocument({ ...row, current }).group).toBe('Einkauf');
  });
});

describe('OVW-01 groups by age', () => {
  it('counts calendar days in the time zone of the tenant', () => {
    const at = (since: string, id: number) => ({ ...listedDocument(row), id, since });
    const tasks = [
      at('2025-05-13T10:00:00Z', 1),
      at('2025-05-14T10:00:00Z', 2),
      at('2025-05-20T21:59:00Z', 3),
      at('2025-05-20T22:01:00Z', 4),
    ];
    const groups = groupedByAge(tasks, formatOf('de', 2, 'Europe/Berlin'), new Date('2025-05-21T20:00:00Z'));
    expect(groups.map(({ group, tasks: found }) => [group, found.map(({ id }) => id)])).toEqual([
      ['older', [1]],
      ['week', [2, 3]],
      ['today', [4]],
    ]);
  });
});
