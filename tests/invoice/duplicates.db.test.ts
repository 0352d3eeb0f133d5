import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let client_id: number;
let supplier_id: number;

beforeAll(async () => {
  demo = await demoWeb();
  // Without budgets, an invoice without a cost center raises no question (BUD-03).
  await demo.web.sql('delete from budget');
  accountant = await demo.person('accountant@demo.test');
  const known = await accountant.get<{ clients: { id: number }[]; suppliers: { id: number }[] }>(
    'query { clients: client(limit: 1, order_by: { id: asc }) { id } suppliers: supplier(limit: 1, order_by: { id: asc }) { id } }',
  );
  client_id = Number(known.clients[0]?.id);
  supplier_id = Number(known.suppliers[0]?.id);
  // Without approvals, one person completes all steps.
  await demo.web.sql(
    'update client set min_approval = 0, can_delete_document_directly = true where tenant_id = $1 and id = $2',
    [accountant.context.tenantId, client_id],
  );
});
afterAll(() => demo.close());

interface Typed {
  readonly id: number;
  readonly timeline: { readonly content_version: number };
}

/** A typed invoice in its check. */
async function typed(number: string, gross: string): Promise<Typed> {
  const { invoice_save } = await accountant.get<{ invoice_save: Typed }>(
    `mutation ($key: uuid!, $head: invoice_save_head_input!) {
      invoice_save(idempotency_key: $key, head: $head) { id timeline { content_version } } }`,
    {
      key: randomUUID(),
      head: {
        ...{ number_printed: number, total_brutto: gross, invoice_date: '2026-10-01' },
        ...{ delivery_date: '2026-10-01', due_date: '2026-10-31' },
        // Online payment requires no account.
        ...{ client_id, supplier_id, payment_method: 'ONLINE_PAYMENT' },
      },
    },
  );
  return invoice_save;
}

const mutation = (
  action: string,
) => `mutation ($key: uuid!, $id: bigint!, $version: Int!, $comment: String, $confirmations: [String!]) {
  document: invoice_${action}(idempotency_key: $key, id: $id, expected_version: $version, comment: $comment, confirmations: $confirmations)
  { id timeline { content_version } } }`;

interface Extra {
  readonly comment?: string;
  readonly confirmations?: readonly string[];
}

const inputOf = ({ id, timeline }: Typed, extra: Extra) => ({
  ...{ key: randomUUID(), id, version: timeline.content_version },
  ...extra,
});
const refused = (action: string, invoice: Typed, extra: Extra = {}) =>
  accountant.refusal(mutation(action), inputOf(invoice, extra));
const take = async (action: string, invoice: Typed, extra: Extra = {}): Promise<Typed> =>
  (await accountant.get<{ document: Typed }>(mutation(action), inputOf(invoice, extra))).document;

interface Seen {
  readonly possible_duplicates: readonly { readonly id: number; readonly why: string }[];
  readonly actions: readonly { readonly key: string; readonly is_comment_required: boolean }[];
  readonly timeline: {
    readonly timeline_entries: readonly {
      readonly type: string;
      readonly status: string | null;
      readonly comment: string | null;
      readonly message_code: string | null;
    }[];
  };
}

async function seen({ id }: Typed): Promise<Seen> {
  const { invoice } = await accountant.get<{ invoice: Seen }>(
    `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) {
      possible_duplicates actions { key is_comment_required }
      timeline { timeline_entries(order_by: { entry_no: asc }) { type status comment message_code } } } }`,
    { id },
  );
  return invoice;
}

/** The action that needs a reason; null when none does. */
const asked = ({ actions }: Seen): string | null =>
  actions.find(({ key, is_comment_required }) => is_comment_required && key.startsWith('to_'))?.key ?? null;

describe('INV-20 the same invoice by another file', () => {
  test('is detected by its number in any notation, and by amount and day', async () => {
    const first = await typed('RE-0815/26', '50.00');
    const second = await typed('re 0815 26', '51.00');
    const third = await typed('4711', '50.00');
    expect((await seen(second)).possible_duplicates).toMatchObject([{ id: first.id, why: 'number' }]);
    expect((await seen(third)).possible_duplicates).toMatchObject([{ id: first.id, why: 'amount' }]);
    const other = await typed('816', '52.00');
    const { possible_duplicates } = await seen(other);
    expect(possible_duplicates).toEqual([]);
    expect(asked(await seen(other))).toBe(null);
  });

  test('leaves the check only with a reason, which appears in the timeline once', async () => {
    await typed('RE-77', '60.00');
    const second = await typed('RE 77', '61.00');
    const way = asked(await seen(second)) ?? '';
    expect(way).toMatch(/^to_(approval|accounting)$/);
    expect(await refused(way, second)).toMatchObject({ code: 'comment_required', field: 'comment' });
    expect(await refused(way, second, { comment: '  ' })).toMatchObject({ code: 'comment_required' });

    const comment = 'Teilrechnung, mit dem Lieferanten geklärt';
    const question = await refused(way, second, { comment });
    expect(question).toMatchObject({ confirm: { code: 'possible_duplicate' } });
    const { hash } = question.confirm as { readonly hash: string };
    await take(way, second, { comment, confirmations: [hash] });
    const { timeline_entries } = (await seen(second)).timeline;
    const comments = timeline_entries.filter((entry) => entry.comment !== null);
    expect(comments).toMatchObject([{ type: 'comment', message_code: 'possible_duplicate', comment }]);
  });

  test('needs a reason again before the export, also if the second one came after the check', async () => {
    const first = await typed('RE-88', '70.00');
    const way = (await seen(first)).actions.find(({ key }) => key.startsWith('to_'))?.key ?? '';
    const gone = await take(way, first);
    await typed('RE 88', '71.00');
    expect(asked(await seen(first))).toBe('to_export');
    expect(await refused('to_export', gone)).toMatchObject({ code: 'comment_required' });
    expect(await refused('to_export', gone, { comment: 'geprüft' })).toMatchObject({
      confirm: { code: 'possible_duplicate' },
    });
  });

  test('no longer counts once discarded as a duplicate', async () => {
    const first = await typed('RE-99', '80.00');
    const second = await typed('RE 99', '81.00');
    await take('discard', second, { comment: 'Dublette' });
    expect(await seen(first)).toMatchObject({ possible_duplicates: [] });
    expect(asked(await seen(first))).toBe(null);
  });
});
