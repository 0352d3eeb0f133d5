import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { headsKey } from '../../../../document/web/known-head.ts';
import type { EntryStatus, EntryType } from '../../../../timeline/kinds.ts';
import type { TimelineEntryRow } from '../../../../timeline/web/entry-view.ts';
import { approvedAhead, showForeseen } from './foreseen.ts';

const person = { id: 3, name: 'Stefan Ahlers' };
const other = { id: 4, name: 'Sabine Krüger' };
const group = { id: 9, name: 'Einkauf', is_group: true };

function entry(
  entry_no: number,
  type: EntryType,
  lb_user: TimelineEntryRow['lb_user'],
  status: EntryStatus | null = null,
): TimelineEntryRow {
  return {
    id: 100 + entry_no,
    entry_no,
    type,
    status,
    text_type: status === null ? 'future' : 'past',
    comment: null,
    message_code: null,
    message_values: null,
    completed_at: null,
    created_at: '2025-05-01T08:00:00Z',
    lb_user,
    for_user: null,
    actor: null,
    way: null,
    document_questions: [],
    created_by: null,
  };
}

const waiting = (...ahead: readonly TimelineEntryRow[]) => ({
  timeline: {
    updated_at: '2025-05-01T08:00:00Z',
    current_entry_no: 1,
    content_version: 3,
    timeline_entries: [entry(0, 'start', other, 'approved'), entry(1, 'approval', person), ...ahead],
  },
});

describe('TASK-21 foresees the effect of an approval by the rule of the server', () => {
  it('stays in approval while another person has to approve', () => {
    const foreseen = approvedAhead('procurement', waiting(entry(2, 'approval', other)), person.id);
    expect(foreseen).toMatchObject({ status: 'approval', step: 'approval', assigneeId: 4, group: null });
  });

  it('APPR-15 foresees nothing where the next approval is of the same person, which may be given with it', () => {
    expect(approvedAhead('procurement', waiting(entry(2, 'approval', person)), person.id)).toBeNull();
  });

  it('continues with the group that has the next task', () => {
    const foreseen = approvedAhead('procurement', waiting(entry(2, 'send-order', group)), person.id);
    expect(foreseen).toEqual({
      status: 'approved',
      step: 'send-order',
      assigneeId: 9,
      group: 'Einkauf',
      represented: null,
    });
  });

  it('appears in the lists until reverted', async () => {
    const client = new QueryClient();
    const key = [...headsKey, { where: {} }, 'start'];
    const row = { kind: 'procurement', id: 7, status: 'approval', step: 'approval' };
    const list = { pages: [{ rows: [row, { ...row, id: 8 }] }], pageParams: [null] };
    client.setQueryData(key, list);
    const foreseen = approvedAhead('procurement', waiting(entry(2, 'send-order', group)), person.id);
    if (foreseen === null) throw new Error('nothing is foreseen');
    const takeBack = await showForeseen(client, { kind: 'procurement', id: 7 }, foreseen);
    const statuses = () =>
      client.getQueryData<typeof list>(key)?.pages.flatMap(({ rows }) => rows.map(({ status }) => status));
    expect(statuses()).toEqual(['approved', 'approval']);
    takeBack();
    expect(statuses()).toEqual(['approval', 'approval']);
  });

  it('reverting keeps data read meanwhile', async () => {
    const client = new QueryClient();
    const key = [...headsKey, { where: {} }, 'start'];
    const row = { kind: 'procurement', id: 7, status: 'approval', step: 'approval' };
    const listOf = (...rows: readonly object[]) => ({ pages: [{ rows }], pageParams: [null] });
    client.setQueryData(key, listOf(row));
    const foreseen = approvedAhead('procurement', waiting(), person.id);
    if (foreseen === null) throw new Error('nothing is foreseen');
    const takeBack = await showForeseen(client, { kind: 'procurement', id: 7 }, foreseen);
    const read = listOf({ ...row, status: 'declined' }, { ...row, id: 9 });
    client.setQueryData(key, read);
    takeBack();
    expect(client.getQueryData(key)).toEqual(read);
  });
});
