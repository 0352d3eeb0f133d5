import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { withoutApprovals } from '../support/without-approvals.ts';

interface Invoice {
  readonly id: number;
  readonly status: string;
  readonly iban: string | null;
  readonly paid: boolean;
  readonly timeline: {
    readonly content_version: number;
    readonly timeline_entries: readonly { readonly message_code: string | null }[];
  };
  readonly actions: readonly {
    readonly key: string;
    readonly is_main: boolean;
    readonly enabled: boolean;
    readonly refusal: { readonly code: string } | null;
    readonly person_ids: readonly number[] | null;
  }[];
}

const fields = `id status iban paid timeline { content_version timeline_entries { message_code } }
  actions { key is_main enabled refusal person_ids }`;

const known = 'DE29200505501280046915';
const changed = 'DE89370400440532013000';
const another = 'DE02120300000000202051';
const foreign = 'LT121000011101001000';

let demo: DemoWeb;
let accountant: WebCaller;
let second: WebCaller;
let third: WebCaller;
let clientId: number;

beforeAll(async () => {
  demo = await demoWeb();
  // Without budgets, an invoice without a cost center raises no question (BUD-03).
  await demo.web.sql('delete from budget');
  await demo.web.sql(
    `update lb_user set roles = case email when 'accountant@demo.test' then array_remove(roles, 'user-can-insert-supplier')
       else roles || '{user-can-insert-supplier,user-see-all-invoices}' end where email ~ '^(accountant|approver[23])@demo'`,
  );
  [accountant, second, third] = await Promise.all([
    demo.person('accountant@demo.test'),
    demo.person('approver2@demo.test'),
    demo.person('approver3@demo.test'),
  ]);
  clientId = (await accountant.get<{ client: [{ id: number }] }>('{ client(limit: 1) { id } }')).client[0].id;
  await withoutApprovals(demo.web);
  // Suppliers of several tests share an account (ADM-23).
  await demo.web.sql('drop trigger keep_account on supplier; drop trigger guard_name_of_account on supplier');
});
afterAll(() => demo.close());

let made = 0;

/** A supplier for a single test, with this account or none. */
async function supplierWith(iban: string | null, country = 'DE'): Promise<number> {
  made += 1;
  const [row] = await demo.web.sql<{ id: string }>(
    'insert into supplier (tenant_id, name, iban, country) values ($1, $2, $3, $4) returning id',
    [accountant.context.tenantId, `Lieferant ${made}`, iban, country],
  );
  return Number(row?.id);
}

async function bankOf(supplierId: number) {
  const [row] = await demo.web.sql<{ iban: string | null; bic: string | null }>(
    'select iban, bic from supplier where id = $1',
    [supplierId],
  );
  return row;
}

const savedBy = async (who: WebCaller, input: Record<string, unknown>) =>
  await who.ask<{ invoice: Invoice }>(
    `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input) {
      invoice: invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) { ${fields} } }`,
    { key: randomUUID(), ...input },
  );

/** An invoice of the supplier in the accountant's check. */
async function invoiceOf(supplierId: number, head: Record<string, unknown>): Promise<Invoice> {
  made += 1;
  const { data } = await savedBy(accountant, {
    head: {
      number_printed: `RE-${made}`,
      supplier_id: supplierId,
      client_id: clientId,
      ...{ invoice_date: '2026-10-01', delivery_date: '2026-10-01', due_date: '2026-10-31' },
      // Required by the formal check (INV-19).
      vat_number: 'DE136695976',
      total_brutto: String(100 + made),
      tax: '0',
      ...head,
    },
  });
  if (!data) throw new Error('not saved');
  return data.invoice;
}

const take = (who: WebCaller, action: string, invoice: Invoice, more: Record<string, unknown> = {}) =>
  who.ask<{ invoice: Invoice }>(
    `mutation ($key: uuid!, $id: bigint!, $version: Int!${'confirmations' in more ? ', $confirmations: [String!]' : ''}${
      'person_id' in more ? ', $person_id: bigint' : ''
    }) { invoice: invoice_${action}(idempotency_key: $key, id: $id, expected_version: $version${
      'confirmations' in more ? ', confirmations: $confirmations' : ''
    }${'person_id' in more ? ', person_id: $person_id' : ''}) { ${fields} } }`,
    { key: randomUUID(), id: invoice.id, version: invoice.timeline.content_version, ...more },
  );

/** The invoice as the person sees it now. */
const seenBy = async (who: WebCaller, { id }: Invoice) =>
  (
    await who.get<{ invoice: Invoice }>(
      `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { ${fields} } }`,
      { id },
    )
  ).invoice;

const codeOf = (answer: { errors?: readonly { extensions: { code: string } }[] | undefined }) =>
  answer.errors?.[0]?.extensions.code;
const actionOf = ({ actions }: Invoice, key: string) => actions.find((one) => one.key === key);

describe('INV-21 an account that differs from the supplier’s', () => {
  it('waits for a second person, and becomes the supplier’s once confirmed', async () => {
    const supplier = await supplierWith(known);
    const invoice = await invoiceOf(supplier, { iban: 'de89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' });
    expect(invoice.iban).toBe(changed);
    expect(codeOf(await take(accountant, 'to_accounting', invoice))).toBe('bank_data_unconfirmed');
    // The accountant may not confirm, so the action is not offered.
    expect(actionOf(invoice, 'confirm_bank_data')).toBeUndefined();
    expect(actionOf(await seenBy(second, invoice), 'confirm_bank_data')).toMatchObject({
      enabled: true,
      is_main: true,
    });

    const confirmed = await take(second, 'confirm_bank_data', invoice);
    expect(confirmed.errors).toBeUndefined();
    expect(await bankOf(supplier)).toEqual({ iban: changed, bic: 'COBADEFFXXX' });
    const after = await take(accountant, 'to_accounting', invoice);
    expect(after.data?.invoice.status).toBe('accounting');
    expect(after.data?.invoice.timeline.timeline_entries.map((one) => one.message_code)).toContain(
      'bank_data_confirmed',
    );

    const next = await invoiceOf(supplier, { iban: changed });
    expect((await take(accountant, 'to_accounting', next)).data?.invoice.status).toBe('accounting');
  });

  it('appears in the supplier’s history with proposer and confirmer (DATA-19)', async () => {
    const supplier = await supplierWith(known);
    await take(second, 'confirm_bank_data', await invoiceOf(supplier, { iban: changed }));
    const { supplier_bank_change: history } = await second.get<{ supplier_bank_change: object[] }>(
      `query ($id: bigint!) { supplier_bank_change(where: { supplier_id: { _eq: $id }, proposed_by_id: { _is_null: false } }) {
        iban former_iban state proposed_by_id decided_by_id source_invoice { iban } } }`,
      { id: supplier },
    );
    expect(history).toEqual([
      {
        iban: changed,
        former_iban: known,
        state: 'confirmed',
        proposed_by_id: accountant.context.userId,
        decided_by_id: second.context.userId,
        source_invoice: { iban: changed },
      },
    ]);
  });

  it('cannot be confirmed by any assignee or by the person who typed it', async () => {
    const invoice = await invoiceOf(await supplierWith(known), { iban: known });
    const version = invoice.timeline.content_version;
    const admin = await demo.person('admin@demo.test');
    const handed = await take(admin, 'reassign', invoice, { person_id: second.context.userId });
    const own = await savedBy(second, {
      id: invoice.id,
      version: handed.data?.invoice.timeline.content_version ?? version,
      head: { iban: changed },
    });
    if (!own.data) throw new Error('not saved');
    expect(actionOf(own.data.invoice, 'confirm_bank_data')?.refusal?.code).toBe('second_person_required');
    expect(codeOf(await take(second, 'confirm_bank_data', own.data.invoice))).toBe('second_person_required');

    const back = await take(second, 'reassign', own.data.invoice, { person_id: accountant.context.userId });
    if (!back.data) throw new Error('not handed over');
    expect(codeOf(await take(second, 'confirm_bank_data', back.data.invoice))).toBe('second_person_required');
    expect(codeOf(await take(third, 'confirm_bank_data', back.data.invoice))).toBeUndefined();
  });

  /** The answer to a call of the administrator acting as this person. */
  async function askedAs(target: WebCaller, payload: object) {
    const admin = await demo.person('admin@demo.test');
    const user = { user_id: target.context.userId };
    const begun = await admin.send({ method: 'POST', url: '/api/auth/impersonate', payload: user });
    const headers = { authorization: `Bearer ${begun.json<{ jwt: string }>().jwt}` };
    return (await demo.send({ method: 'POST', url: '/v1/graphql', payload, headers })).json<{
      data: { invoice: Invoice };
      errors?: { extensions: { code: string } }[];
    }>();
  }
  const onInvoice = ({ id, timeline }: Invoice) =>
    `idempotency_key: "${randomUUID()}", id: ${id}, expected_version: ${timeline.content_version}`;

  it('AUTH-29 cannot be confirmed while acting as another person', async () => {
    const invoice = await invoiceOf(await supplierWith(known), { iban: changed });
    const query = `mutation { invoice_confirm_bank_data(${onInvoice(invoice)}) { id } }`;
    expect(codeOf(await askedAs(second, { query }))).toBe('permission_denied');
  });

  it.each([
    ['entered it', { iban: another }],
    ['changed the invoice', { number_printed: 'RE-ANDERS' }],
  ])('APPR-17 cannot be confirmed by a person who %s while acting as another', async (_what, head) => {
    const invoice = await invoiceOf(await supplierWith(known), { iban: changed });
    const query = `mutation ($head: invoice_save_head_input) {
      invoice: invoice_save(${onInvoice(invoice)}, head: $head) { ${fields} } }`;
    const { data } = await askedAs(accountant, { query, variables: { head } });
    const admin = await demo.person('admin@demo.test');
    expect(codeOf(await take(admin, 'confirm_bank_data', data.invoice))).toBe('second_person_required');
    expect(codeOf(await take(third, 'confirm_bank_data', data.invoice))).toBeUndefined();
  });

  it('is confirmed once by two concurrent confirmations, and not if it changes meanwhile', async () => {
    const supplier = await supplierWith(known);
    const invoice = await invoiceOf(supplier, { iban: changed });
    const answers = await Promise.all([
      take(second, 'confirm_bank_data', invoice),
      take(third, 'confirm_bank_data', invoice),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['step_not_possible', undefined]);
    expect(await bankOf(supplier)).toMatchObject({ iban: changed });

    const moved = await invoiceOf(supplier, { iban: another });
    const edited = await savedBy(accountant, {
      id: moved.id,
      version: moved.timeline.content_version,
      head: { iban: foreign },
    });
    expect(edited.errors).toBeUndefined();
    expect(codeOf(await take(second, 'confirm_bank_data', moved))).toBe('timeline_changed');
    expect(await bankOf(supplier)).toMatchObject({ iban: changed });
  });

  it('needs a new confirmation after each change before the export', async () => {
    const invoice = await invoiceOf(await supplierWith(known), { iban: changed });
    await take(second, 'confirm_bank_data', invoice);
    const forwarded = await take(accountant, 'to_accounting', invoice);
    if (!forwarded.data) throw new Error('not forwarded');
    const admin = await demo.person('admin@demo.test');
    const edited = await savedBy(admin, {
      id: invoice.id,
      version: forwarded.data.invoice.timeline.content_version,
      head: { iban: another },
    });
    if (!edited.data) throw new Error('not saved');
    const [holder] = await demo.web.sql<{ email: string }>(
      `select u.email from timeline_entry e join timeline t on t.id = e.timeline_id and t.current_entry_no = e.entry_no
       join invoice i on i.timeline_id = t.id join lb_user u on u.id = e.lb_user_id where i.id = $1`,
      [invoice.id],
    );
    const accounting = await demo.person(holder?.email ?? '');
    expect(codeOf(await take(accounting, 'to_export', edited.data.invoice))).toBe('bank_data_unconfirmed');
    expect(codeOf(await take(admin, 'confirm_bank_data', edited.data.invoice))).toBe(
      'second_person_required',
    );
  });

  it('TASK-23 appears in the tasks of the requested second person', async () => {
    const invoice = await invoiceOf(await supplierWith(known), { iban: changed });
    const proposed = actionOf(invoice, 'ask_bank_confirmation')?.person_ids;
    expect(proposed).toContain(second.context.userId);
    expect(proposed).not.toContain(accountant.context.userId);
    const requester = await demo.person('requester@demo.test');
    const strange = await take(accountant, 'ask_bank_confirmation', invoice, {
      person_id: requester.context.userId,
    });
    expect(codeOf(strange)).toBe('not_second_person');
    const asked = await take(accountant, 'ask_bank_confirmation', invoice, {
      person_id: second.context.userId,
    });
    expect(asked.errors).toBeUndefined();
    const open = async () =>
      await demo.web.sql(
        'select lb_user_id::integer as id from document_question where invoice_id = $1 and answered_at is null',
        [invoice.id],
      );
    expect(await open()).toEqual([{ id: second.context.userId }]);
    await take(second, 'confirm_bank_data', invoice);
    expect(await open()).toEqual([]);
  });
});

describe('INV-21 further checks of accounts', () => {
  it('the first account of a supplier waits for a second person', async () => {
    const supplier = await supplierWith(null);
    const invoice = await invoiceOf(supplier, { iban: known });
    expect(codeOf(await take(accountant, 'to_accounting', invoice))).toBe('bank_data_unconfirmed');
    await take(second, 'confirm_bank_data', invoice);
    expect(await bankOf(supplier)).toMatchObject({ iban: known });
  });

  it('an account in another country than the supplier is confirmed once', async () => {
    const supplier = await supplierWith(foreign);
    const invoice = await invoiceOf(supplier, { iban: foreign });
    expect(codeOf(await take(accountant, 'to_accounting', invoice))).toBe('bank_data_unconfirmed');
    expect(codeOf(await take(second, 'confirm_bank_data', invoice))).toBeUndefined();
    const next = await invoiceOf(supplier, { iban: foreign });
    expect((await take(accountant, 'to_accounting', next)).errors).toBeUndefined();
    const abroad = await invoiceOf(await supplierWith(foreign, 'LT'), { iban: foreign });
    expect((await take(accountant, 'to_accounting', abroad)).errors).toBeUndefined();
  });

  it('VAL-17 a valid IBAN is required unless nothing is transferred', async () => {
    const supplier = await supplierWith(known);
    const problems = async (head: Record<string, unknown>) => {
      const { errors } = await take(accountant, 'to_accounting', await invoiceOf(supplier, head));
      return errors?.[0]?.extensions.problems;
    };
    expect(await problems({})).toMatchObject([{ field: 'iban', code: 'specific_field_required' }]);
    expect(await problems({ iban: 'DE89370400440532013001' })).toMatchObject([
      { field: 'iban', code: 'iban_invalid' },
    ]);
    const corrected = await invoiceOf(supplier, { paid: true });
    for (const head of [
      { payment_method: 'AUTOMATIC_DEBIT' },
      { payment_method: 'CREDIT_CARD' },
      { payment_method: 'ONLINE_PAYMENT' },
      { paid: true },
      { total_brutto: '-50.00', corrects_invoice_id: corrected.id },
    ]) {
      const { data } = await take(accountant, 'to_accounting', await invoiceOf(supplier, head));
      expect([head, data?.invoice.status]).toEqual([head, 'accounting']);
    }
    expect(await bankOf(supplier)).toMatchObject({ iban: known });
  });

  it('INV-06 VAL-22 an invoice paid by direct debit or card counts as paid, a credit note does not', async () => {
    const supplier = await supplierWith(known);
    const direct = { payment_method: 'AUTOMATIC_DEBIT' };
    expect((await invoiceOf(supplier, direct)).paid).toBe(true);
    expect((await invoiceOf(supplier, { ...direct, total_brutto: '-50.00' })).paid).toBe(false);
    expect((await invoiceOf(supplier, { payment_method: 'BANK_TRANSFER' })).paid).toBe(false);
  });

  it('PROC-23 an invoice of an order paid in advance shows that', async () => {
    const [order] = await demo.web.sql<{ id: string }>(
      'update procurement set payment_in_advance = true where id = (select min(id) from procurement where tenant_id = $1) returning id',
      [accountant.context.tenantId],
    );
    const invoice = await invoiceOf(await supplierWith(known), { iban: known });
    await demo.web.sql('update invoice set procurement_id = $2 where id = $1', [invoice.id, order?.id]);
    const [row] = await demo.web.sql('select payment_in_advance from invoice where id = $1', [invoice.id]);
    expect(row).toEqual({ payment_in_advance: true });
  });
});

describe('INV-21 INV-05 without the second person setting', () => {
  it('one’s own confirmation suffices, and updates the supplier if one may change suppliers', async () => {
    const off = (value: boolean) => demo.web.sql('update client set bank_change_second_person = $1', [value]);
    await off(false);
    const supplier = await supplierWith(known);
    const invoice = await invoiceOf(supplier, { iban: changed });
    const doubted = await take(accountant, 'to_accounting', invoice);
    expect(codeOf(doubted)).toBe('bank_data_differs');
    const hash = doubted.errors?.[0]?.extensions.confirm?.hash ?? '';
    expect(
      (await take(accountant, 'to_accounting', invoice, { confirmations: [hash] })).errors,
    ).toBeUndefined();
    expect(await bankOf(supplier)).toMatchObject({ iban: known });

    const admin = await demo.person('admin@demo.test');
    const own = await take(admin, 'reassign', await invoiceOf(supplier, { iban: changed }), {
      person_id: admin.context.userId,
    });
    if (!own.data) throw new Error('not handed over');
    const asked = await take(admin, 'to_accounting', own.data.invoice);
    const confirmations = [asked.errors?.[0]?.extensions.confirm?.hash ?? ''];
    expect((await take(admin, 'to_accounting', own.data.invoice, { confirmations })).errors).toBeUndefined();
    expect(await bankOf(supplier)).toMatchObject({ iban: changed });
    await off(true);
  });

  it('INV-05 a changed VAT id or payment method updates the supplier if one may change suppliers', async () => {
    const supplier = await supplierWith(known);
    const head = { iban: known, vat_number: 'DE 136 695 976', payment_method: 'BANK_TRANSFER' };
    const invoice = await invoiceOf(supplier, head);
    expect(actionOf(invoice, 'change_supplier')).toBeUndefined();
    expect(codeOf(await take(accountant, 'change_supplier', invoice))).toBe('step_not_possible');
    expect((await take(second, 'change_supplier', invoice)).errors).toBeUndefined();
    const [row] = await demo.web.sql('select vat_number, payment_method from supplier where id = $1', [
      supplier,
    ]);
    expect(row).toEqual({ vat_number: 'DE136695976', payment_method: 'BANK_TRANSFER' });
  });
});
