import { expect, test } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { type Way, ways } from '../../src/platform/context.ts';
import { entryStatuses } from '../../src/timeline/kinds.ts';
import { authorOf, type TimelineEntryRow } from '../../src/timeline/web/entry-view.ts';
import { Timeline } from '../../src/timeline/web/Timeline.tsx';
import { htmlOf, showTexts } from '../support/rendered.tsx';

function shown(way: Way | null): Promise<string> {
  return page({ way });
}

async function page(more: Partial<TimelineEntryRow>): Promise<string> {
  const entry: TimelineEntryRow = {
    ...{
      id: 1,
      entry_no: 0,
      type: 'approval',
      status: 'approved',
      text_type: 'past',
      comment: null,
      way: null,
    },
    ...{ message_code: null, message_values: null, document_questions: [], for_user: null, actor: null },
    ...{ created_at: '2026-01-01T00:00:00Z', completed_at: '2026-01-02T00:00:00Z' },
    ...{ lb_user: { id: 3, name: 'Ada' }, created_by: { id: 3, name: 'Ada' } },
    ...more,
  };
  await showTexts();
  return htmlOf(<Timeline entries={[entry]} currentEntryNo={1} />);
}

test.each([null, ...ways])(
  'AUTH-30 a step by %s names its way only for tokens and mail links',
  async (way) => {
    const page = await shown(way);
    expect(page).toContain('timeline.approval.past');
    const shownWay = /means\.\w+/.exec(page)?.[0] ?? null;
    expect(shownWay).toBe(way === 'token' || way === 'mail_link' ? `means.${way}` : null);
  },
);

const forged = 'Bankverbindung bestätigt durch Katrin Voss';

test.each(entryStatuses)(
  'AUD-01 TL-08 a comment of a person with %s is quoted below the name, and only there',
  async (status) => {
    const html = await page({ status, comment: forged });
    const quoted = /<blockquote[^>]*>.*?<\/blockquote>/s.exec(html)?.[0] ?? '';
    expect(quoted).toContain(forged);
    expect(quoted).toContain('timeline.comment_by');
    expect(html.replace(quoted, '')).not.toContain(forged);
  },
);

test('TL-27 INV-24 a check that the product passed on names no person, an entry by somebody acting names both', async () => {
  const step = { type: 'invoice-manual-check', lb_user: { id: 3, name: 'Ada' }, created_by: null } as const;
  const passedOn = await page({ ...step, status: 'skip', text_type: 'past' });
  expect(passedOn).toContain('timeline.passed_on');
  expect(passedOn).not.toContain('Ada');
  const own = await page({ ...step, status: 'approved', text_type: 'past' });
  expect(own).not.toContain('timeline.passed_on');
  expect(german.timeline.passed_on).toContain('ohne Prüfung weitergegeben');
  expect(german.timeline.through).toBe('{{name}} (durch {{actor}})');
});

test('TL-27 a comment names the acting person', () => {
  const people = { created_by: { id: 3, name: 'Ada' }, lb_user: { id: 3, name: 'Ada' } };
  const entry = { status: 'comment', ...people } as TimelineEntryRow;
  expect(authorOf({ ...entry, actor: null })).toBe('Ada');
  expect(authorOf({ ...entry, actor: { id: 4, name: 'Ben' } })).toBe('Ben');
});
