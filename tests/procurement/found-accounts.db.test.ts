import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../support/demo-api.ts';
import { act, catalogueLines, completeForm, type Document, on, refused, run } from './requests.ts';

let demo: DemoApi;
let requester: Caller;
let form: Record<string, unknown>;
/** Ids of accounts and of a cost center, by use. */
let accounts: readonly number[];
let center: number;
let product: Record<string, unknown>;

beforeAll(async () => {
  demo = await demoApi();
  requester = await demo.person('requester@demo.test');
  const { ledger_account_id: _, ...rest } = await completeForm(requester);
  form = { ...rest, ledger_account_id: null };
  const [first] = await catalogueLines(requester, 1);
  product = first ?? {};
  const { tenantId } = requester.context;
  const rows = await demo.db.sql<{ id: string }>(
    `select a.id from ledger_account a where tenant_id = $1 and active
       and not exists (select from client_ledger_account l where l.ledger_account_id = a.id) order by number limit 5`,
    [tenantId],
  );
  accounts = rows.map(({ id }) => Number(id));
  expect(accounts).toHaveLength(5);
  center = form.cost_center_id as number;
});
afterAll(() => demo.close());

/** Sets the accounts that product, group, supplier and company answer. */
async function answers(given: {
  readonly product?: number | undefined;
  readonly group?: number | undefined;
  readonly supplier?: number | undefined;
  readonly company?: number | undefined;
}): Promise<void> {
  const set = (sql: string, id: unknown, account: number | undefined) =>
    demo.db.sql(sql, [id, account ?? null]);
  await set('update product set ledger_account_id = $2 where id = $1', product.product_id, given.product);
  await set(
    'update product_group set ledger_account_id = $2 where id = $1',
    product.product_group_id,
    given.group,
  );
  await set('update supplier set ledger_account_id = $2 where id = $1', product.supplier_id, given.supplier);
  await set('update client set default_ledger_account_id = $2 where id = $1', form.client_id, given.company);
}

interface Line {
  readonly ledger_account_id: number | null;
  readonly cost_center_id: number | null;
  readonly tax: number | null;
}

async function firstLine(id: number): Promise<Line | undefined> {
  const { procurement_by_pk: found } = await requester.get<{
    procurement_by_pk: { procurement_lines: readonly Line[] };
  }>(
    `query ($id: bigint!) { procurement_by_pk(id: $id) { procurement_lines(order_by: { sort_no: asc }) {
       ledger_account_id cost_center_id tax } } }`,
    { id },
  );
  return found.procurement_lines[0];
}

const save = async (lines: readonly object[], head: object = {}): Promise<Document> =>
  await run(requester, 'save', { head: { ...form, ...head }, lines });

describe('PROC-39 accounts found automatically', () => {
  it('takes the first account of product, product group, supplier and company', async () => {
    const [own, group, supplier, company] = accounts;
    const all = { product: own, group, supplier, company };
    for (const [given, expected] of [
      [all, own],
      [{ ...all, product: undefined }, group],
      [{ supplier, company }, supplier],
      [{ company }, company],
      [{}, null],
    ] as const) {
      await answers(given);
      expect((await firstLine((await save([product])).id))?.ledger_account_id).toBe(expected);
    }
  });

  it('does not require the field if an account is found, and names the field if none is', async () => {
    await answers({ group: accounts[1] });
    const answered = await save([product]);
    expect((await act(requester, 'submit', answered)).status).not.toBe('draft');
    await answers({});
    const open = await save([product]);
    expect((await refused(requester, 'submit', on(open))).problems).toMatchObject([
      { field: 'ledger_account_id', code: 'specific_field_required' },
    ]);
  });

  it('keeps the account that a person chose in the line or the head', async () => {
    await answers({ product: accounts[0] });
    const inLine = await save([{ ...product, ledger_account_id: accounts[3] }]);
    expect((await firstLine(inLine.id))?.ledger_account_id).toBe(accounts[3]);
    const inHead = await save([product], { ledger_account_id: accounts[4] });
    expect((await firstLine(inHead.id))?.ledger_account_id).toBeNull();
  });

  it('finds the account again when the line gets another product, but keeps a chosen one', async () => {
    await answers({ product: accounts[0], company: accounts[2] });
    const draft = await save([product]);
    const [line] = draft.procurement_lines;
    const other = { id: line?.id, product_id: null, product_group_id: null, supplier_id: null };
    const changed = await run(requester, 'save', on(draft, { lines: [other] }));
    expect((await firstLine(draft.id))?.ledger_account_id).toBe(accounts[2]);
    const chosen = { id: line?.id, ledger_account_id: accounts[3], product_id: product.product_id };
    await run(requester, 'save', on(changed, { lines: [chosen] }));
    expect((await firstLine(draft.id))?.ledger_account_id).toBe(accounts[3]);
  });

  it('skips accounts that are inactive or belong to other companies', async () => {
    await answers({ product: accounts[0], group: accounts[1], company: accounts[2] });
    await demo.db.sql('update ledger_account set active = false where id = $1', [accounts[0]]);
    await demo.db.sql(
      `insert into client_ledger_account (tenant_id, client_id, ledger_account_id)
       select tenant_id, id, $2 from client where tenant_id = $3 and id <> $1 limit 1`,
      [form.client_id as number, accounts[1], requester.context.tenantId],
    );
    expect((await firstLine((await save([product])).id))?.ledger_account_id).toBe(accounts[2]);
    await demo.db.sql('update ledger_account set active = true where id = $1', [accounts[0]]);
    await demo.db.sql('delete from client_ledger_account where ledger_account_id = $1', [accounts[1]]);
  });

  it('finds cost center and tax of a line in the same order', async () => {
    await demo.db.sql(
      'update product set cost_center_id = null, is_cost_center_fixed = false, tax = 7 where id = $1',
      [product.product_id],
    );
    await demo.db.sql('update product_group set cost_center_id = $2, tax = 5 where id = $1', [
      product.product_group_id,
      center,
    ]);
    const { tax: _, ...untaxed } = product;
    const byProduct = await save([untaxed], { cost_center_id: null });
    expect(await firstLine(byProduct.id)).toMatchObject({ cost_center_id: center, tax: 7 });
    const byGroup = await save([{ ...untaxed, product_id: null, item_number: null }]);
    expect(await firstLine(byGroup.id)).toMatchObject({ cost_center_id: null, tax: 5 });
  });
});
