import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, catalogueLines, completeForm, type Document, notation, on, refused, run } from './requests.ts';

let demo: DemoApi;
let requester: Caller;
let selector: Caller;

beforeAll(async () => {
  demo = await demoApi();
  requester = await demo.person('requester@demo.test');
  selector = await demo.person('selector@demo.test');
});
afterAll(() => demo.close());

interface OfferRow {
  readonly key: string;
  readonly is_main: boolean;
  readonly enabled: boolean;
  readonly next: { readonly step: string | null; readonly person_name: string | null } | null;
}

async function offered(caller: Caller, { id }: Document): Promise<readonly OfferRow[]> {
  const { procurement_by_pk } = await caller.get<{
    procurement_by_pk: { readonly actions: readonly OfferRow[] };
  }>(
    'query ($id: bigint!) { procurement_by_pk(id: $id) { actions { key is_main enabled next { step person_name } } } }',
    { id },
  );
  return procurement_by_pk.actions;
}

describe('product selection', () => {
  it('TL-12 TASK-02 goes directly to order, past the planned approvals, once no approval is required', async () => {
    const [{ supplier_id, ...product } = {}] = await catalogueLines(requester, 1);
    const { description, quantity, unit } = product;
    const draft = await run(requester, 'save', {
      head: await completeForm(requester),
      lines: [{ description, quantity, unit }],
    });
    const open = await act(requester, 'submit', draft);
    const planned = notation(open);
    expect(planned[1]).toBe('1* select-product selector -/present');
    expect(planned.slice(2).map((entry) => entry.split(' ')[1])).toEqual([
      'approval',
      'send-order',
      'delivery',
    ]);

    // With approvers the selection leads to them only.
    const keys = async () => (await offered(selector, open)).map(({ key }) => key);
    expect(await keys()).toContain('to_approval');
    expect(await keys()).not.toContain('to_order');

    // The company has abolished approvals since the submission.
    await demo.db.sql('delete from cost_center_approver');
    await demo.db.sql('delete from department_approver');
    await demo.db.sql('delete from supplier_approver');
    await demo.db.sql('update client set min_approval = 0');
    expect(await keys()).not.toContain('to_approval');
    expect(await refused(selector, 'to_approval', on(open))).toMatchObject({ code: 'step_not_possible' });

    const lines = open.procurement_lines.map(({ id }) => ({ ...product, id, supplier_id }));
    const selected = await act(selector, 'save', open, { lines });
    const [main] = await offered(selector, selected);
    expect(main).toMatchObject({
      key: 'to_order',
      is_main: true,
      enabled: true,
      next: { step: 'send-order' },
    });
    const skipped = await act(selector, 'to_order', selected);
    expect(notation(skipped).slice(1)).toEqual([
      '1 select-product selector approved/past',
      '2 approval - approved/past',
      planned[3]?.replace(' -/future', ' -/present').replace('3 ', '3* '),
      planned[4],
    ]);
    expect(skipped.status).toBe('approved');
    const { timeline } = skipped;
    expect(timeline.timeline_entries[3]?.lb_user?.name).toBe(main?.next?.person_name);
  });
});
