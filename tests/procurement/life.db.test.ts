import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, catalogueLines, completeForm, load, notation, run } from './requests.ts';

describe('the life of a purchase request', () => {
  let demo: DemoApi;
  let requester: Caller;

  beforeAll(async () => {
    demo = await demoApi();
    requester = await demo.person('requester@demo.test');
  });
  afterAll(() => demo.close());

  it('NUM-04 TL-24 a draft gets a DR number, the submitted request a PO number', async () => {
    const draft = await run(requester, 'save', { head: { name: 'Nur ein Entwurf' } });
    expect(draft.status).toBe('draft');
    expect(draft.draft_number_formatted).toMatch(/^DR-\d{6}$/);
    expect(draft.order_number_formatted).toBeNull();
    expect(notation(draft)).toEqual(['0* start requester -/present']);
  });

  it('TL-03 TL-04 TL-05 TL-22 PROC-11 goes from draft through approval, order and goods receipt to completion', async () => {
    const head = await completeForm(requester);
    const lines = await catalogueLines(requester, 2);
    const draft = await run(requester, 'save', { head, lines });
    expect(draft.procurement_lines).toHaveLength(2);
    expect(draft.total_netto).toBeGreaterThan(0);

    const submitted = await act(requester, 'submit', draft);
    expect(submitted.status).toBe('approval');
    expect(submitted.order_number_formatted).toMatch(/^PO-\d{6}$/);

    let document = submitted;
    while (document.status === 'approval')
      document = await act(await assignee(demo, document), 'approve', document);
    expect(document.status).toBe('approved');

    const buyer = await assignee(demo, document);
    for (const supplier of new Set(document.procurement_lines.map((line) => line.supplier_id))) {
      document = await act(buyer, 'confirm_order', document, { supplier_id: supplier });
    }
    document = await act(buyer, 'complete_order', document);
    expect(document.status).toBe('ordered');

    const receiver = await assignee(demo, document);
    const [first, second] = document.procurement_lines;
    document = await act(receiver, 'receive', document, {
      receipts: [{ procurement_line_id: first?.id, quantity: '1' }],
    });
    expect(document.status).toBe('ordered');
    expect(document.procurement_lines[0]?.quantity_received).toBe(1);
    document = await act(receiver, 'receive', document, {
      receipts: [
        { procurement_line_id: first?.id, quantity: '1' },
        { procurement_line_id: second?.id, quantity: '2' },
      ],
    });
    document = await act(receiver, 'finish_delivery', document);
    expect(document.status).toBe('completed');
    expect(document.timeline.current_entry_no).toBe(document.timeline.timeline_entries.length);

    const types = document.timeline.timeline_entries.map((entry) => entry.type);
    expect(types).not.toContain('select-product');
    // One booking of a partial delivery, then one per supplier.
    const suppliers = new Set(document.procurement_lines.map((line) => line.supplier_id)).size;
    expect(types.filter((type) => type === 'product-received')).toHaveLength(1 + suppliers);
    expect(types).toContain('order-sent-internal');

    const seen = await load(requester, document.id);
    expect(seen?.status).toBe('completed');
  });
});

/** The person with the current task. */
async function assignee(demo: DemoApi, document: Parameters<typeof notation>[0]): Promise<Caller> {
  const { timeline } = document;
  const email = timeline.timeline_entries[timeline.current_entry_no]?.lb_user?.email;
  if (!email) throw new Error(`no assignee: ${notation(document).join(' | ')}`);
  return await demo.person(email);
}
