import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servedKinds } from '../../src/app/server/kinds.ts';
import type { HistoryItem, HistoryPage } from '../../src/features/audit/history.ts';
import { auditHistory } from '../../src/features/audit/server/history.ts';
import { readRecordCatalog } from '../../src/features/audit/server/record-catalog.ts';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, catalogueLines, completeForm, type Document, load, on, run } from './requests.ts';

type Line = Document['procurement_lines'][number];

describe('AUD-08 TL-21 the changes of a request', () => {
  let demo: DemoApi;
  let requester: Caller;
  let approver: Caller;
  /** Does the clearing. */
  let clearer: Caller;
  let document: Document;
  let gone: Line;
  let kept: Line;

  beforeAll(async () => {
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
    clearer = await demo.person('buyer@demo.test');
    const head = await completeForm(requester);
    const lines = await catalogueLines(requester, 3);
    const first = await run(requester, 'save', { head, lines: lines.slice(0, 1) });
    const [line] = first.procurement_lines;
    // Draft edits before submission concern nobody else.
    const draft = await run(
      requester,
      'save',
      on(first, {
        head: { name: 'Noch im Entwurf' },
        lines: [{ ...lines[0], id: line?.id, quantity: '3' }, lines[1]],
      }),
    );
    document = await act(requester, 'submit', draft);
    const email = document.timeline.timeline_entries[document.timeline.current_entry_no]?.lb_user?.email;
    approver = await demo.person(email ?? '');
    const clearing = await act(approver, 'send_to_clearing', document, {
      comment: 'Bitte anderen Artikel nehmen.',
      person_id: clearer.context.userId,
    });
    [kept, gone] = clearing.procurement_lines as [Line, Line];
    const prices = { price_mode: 'net', price_netto: '1234.50', tax: '19' };
    const saved = await run(
      clearer,
      'save',
      on(clearing, {
        head: {
          name: 'Geklärte Prüfmittel',
          delivery_date: '2099-11-30',
          payment_timing: 'advance',
          consignee_id: clearer.context.userId,
        },
        lines: [
          { ...lines[0], id: kept.id, quantity: '5', ...prices },
          { ...lines[2], quantity: '7', ...prices },
        ],
      }),
    );
    document = await act(clearer, 'to_approval', saved, { comment: 'Erledigt.' });
  }, 120_000);
  afterAll(() => demo.close());

  async function changes(
    who: Caller,
    entryId: number | null = null,
    before: number | null = null,
  ): Promise<HistoryPage> {
    const { database } = demo.db;
    const content = servedKinds.find(({ kind }) => kind.name === 'procurement');
    if (!content) throw new Error('there are no requests');
    const parts = { database, readCatalog: () => readRecordCatalog(database) };
    const question = { table: 'procurement', id: document.id, before, content: { ...content, entryId } };
    return await auditHistory(parts, who.context, question);
  }

  const entryIds = async (type: string): Promise<readonly number[]> => {
    const { timeline_entry: found } = await requester.get<{ timeline_entry: readonly { id: number }[] }>(
      `query ($id: bigint!, $type: String!) {
         timeline_entry(where: { procurement_id: { _eq: $id }, type: { _eq: $type } }, order_by: { id: asc }) { id } }`,
      { id: document.id, type },
    );
    return found.map(({ id }) => id);
  };
  const inWords = (item: HistoryItem | undefined): Record<string, unknown> =>
    Object.fromEntries(
      (item?.changes ?? []).map(({ label, before, after }) => [
        label,
        [before, after].map((value) => ('text' in value ? value.text : value.kind)),
      ]),
    );
  const aboutLine = (items: readonly HistoryItem[], type: string): HistoryItem | undefined =>
    items.find((item) => item.type === type && item.part !== null);

  it('show approvers the fields changed in clearing, with names and in the order of the form', async () => {
    const { items } = await changes(approver);
    const head = items.find(({ part }) => part === null);
    expect(head?.person).toBeTruthy();
    expect(inWords(head)).toEqual({
      Bezeichnung: ['Noch im Entwurf', 'Geklärte Prüfmittel'],
      'Wareneingang durch': [expect.stringMatching(/^\D+$/), head?.person],
      Liefertermin: ['2099-12-31', '2099-11-30'],
      Zahlungsweise: [expect.stringMatching(/\w/), expect.not.stringMatching(/advance|postpaid/)],
    });
    expect(Object.keys(inWords(head))).toEqual([
      'Bezeichnung',
      'Wareneingang durch',
      'Liefertermin',
      'Zahlungsweise',
    ]);
  });

  it('name changed, added and removed lines by their article', async () => {
    const { items } = await changes(approver);
    const [changed, added, removed] = ['update', 'insert', 'delete'].map((type) => aboutLine(items, type));
    expect(changed?.part).toBe(`Position: ${kept.description}`);
    expect(inWords(changed)).toMatchObject({
      Menge: ['3.000', '5.000'],
      'Einzelpreis netto': [expect.stringMatching(/\d/), '1234.50000000'],
    });
    expect(removed?.part).toBe(`Position: ${gone.description}`);
    expect(inWords(removed)).toMatchObject({
      Menge: ['2.000', 'none'],
      Lieferant: [expect.stringMatching(/\w/), 'none'],
    });
    expect(inWords(added)).toMatchObject({
      Menge: ['none', '7.000'],
      'Einzelpreis netto': ['none', '1234.50000000'],
    });
    // Default values are omitted for a new line.
    expect(Object.keys(inWords(added))).not.toContain('Preis gilt für');
    expect(new Set(items.map(({ group }) => group)).size).toBe(1);
  });

  it('exclude drafts, steps and computed values', async () => {
    const { items, next } = await changes(requester);
    expect(items.map(({ type, part }) => [type, part === null])).toHaveLength(4);
    expect(next).toBeNull();
    expect(JSON.stringify(items)).not.toContain('Prüfmittel für die Werkstatt');
    expect(items.flatMap(({ changes: fields }) => fields.map(({ field }) => field))).not.toContain(
      'total_netto',
    );
  });

  it('of a timeline entry are those of a clearing or of an edit outside the own task', async () => {
    const [clearing] = await entryIds('clearing');
    const all = (await changes(approver)).items.map(({ id }) => id);
    expect((await changes(approver, clearing ?? 0)).items.map(({ id }) => id)).toEqual(all);

    await demo.db.sql(
      "update lb_user set roles = roles || '{user-change-order}' where email = 'buyer@demo.test'",
    );
    const editor = await demo.person('buyer@demo.test');
    const now = await load(editor, document.id);
    if (!now) throw new Error('request not found');
    document = await run(editor, 'save', on(now, { head: { notes: 'Bitte am Tor 3 abladen.' } }));
    const remark = document.timeline.timeline_entries.find(
      (entry) => entry.message_code === 'document_edited',
    );
    expect(remark).toBeDefined();
    const noteIds = await entryIds('comment');
    const edits = await Promise.all(noteIds.map((id) => changes(approver, id)));
    expect(edits.map(({ items }) => items.map(inWords))).toContainEqual([
      { Bemerkungen: ['none', 'Bitte am Tor 3 abladen.'] },
    ]);
    expect((await changes(approver, clearing ?? 0)).items.map(({ id }) => id)).toEqual(all);
    expect((await changes(approver)).items).toHaveLength(all.length + 1);
  });

  it('ROLE-07 hide the values of a changed price from people without prices', async () => {
    const blind: Caller = { ...approver, context: { ...approver.context, roles: [] } };
    const { items } = await changes(blind);
    expect(inWords(aboutLine(items, 'update'))).toMatchObject({
      'Einzelpreis netto': ['amount_hidden', 'amount_hidden'],
    });
    expect(JSON.stringify(items)).not.toContain('1234');
  });

  it('I18N-07 name fields, choices and lines in the reader’s language', async () => {
    const english: Caller = { ...approver, context: { ...approver.context, language: 'en' } };
    const words = inWords(
      (await changes(english)).items.find(({ part, changes: of }) => part === null && of.length > 1),
    );
    expect(Object.keys(words)).not.toContain('Zahlungsweise');
    expect(words['Payment timing']).toEqual(['in arrears', 'in advance']);
  });

  it('ROLE-21 are hidden for invisible requests and for drafts', async () => {
    const stranger = await demo.person('requester@other.test');
    expect(await changes(stranger)).toEqual({ items: [], next: null });
    const form = await completeForm(requester);
    const first = await run(requester, 'save', { head: form });
    document = await run(requester, 'save', on(first, { head: { name: 'Anders' } }));
    expect(await changes(requester)).toEqual({ items: [], next: null });
  });
});
