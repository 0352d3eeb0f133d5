import type { DemoWeb, WebCaller } from '../support/demo-web.ts';
import { demoWeb } from '../support/demo-web.ts';
import { attempt, checkable, holderOf, type Invoice, invoiceFields, save } from './invoices.ts';

export interface Difference {
  readonly part: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly brings_again: boolean;
}

export interface SealedIds {
  readonly client: number;
  readonly otherClient: number;
  readonly supplier: number;
  readonly otherSupplier: number;
  readonly departments: readonly number[];
  readonly costCenters: readonly number[];
  readonly accounts: readonly number[];
}

/** The demo with an accountant who checks and books, and approvers up to 1,000 and without a limit. */
export interface SealedSetup {
  readonly demo: DemoWeb;
  readonly accountant: WebCaller;
  readonly ids: SealedIds;
  /** The fields of another invoice, with its own number and amount. */
  typed(head?: Record<string, unknown>): Record<string, unknown>;
  saved(head: Record<string, unknown>): Promise<Invoice>;
  /** An invoice that waits for its approver. */
  asked(head?: Record<string, unknown>): Promise<Invoice>;
  /** An invoice that is approved. */
  inAccounting(head?: Record<string, unknown>): Promise<Invoice>;
  differencesOf(who: WebCaller, invoice: Invoice): Promise<readonly Difference[]>;
  seen(invoice: Invoice): Promise<Invoice>;
}

export const account = 'DE29200505501280046915';
export const another = 'DE89370400440532013000';

export const offered = ({ actions }: Invoice) => actions.find(({ is_main }) => is_main)?.key;
export const notes = ({ timeline }: Invoice) => timeline.timeline_entries.map((entry) => entry.message_code);

/** Confirms every question. */
export async function pressed(who: WebCaller, action: string, invoice: Invoice) {
  const confirmations: string[] = [];
  for (;;) {
    const input = confirmations.length > 0 ? { confirmations } : {};
    const answer = await attempt(who, action, invoice, { comment: 'Weiter', ...input });
    const confirm = answer.refusal?.confirm as { readonly hash: string } | undefined;
    if (!confirm) return answer;
    confirmations.push(confirm.hash);
  }
}

/** As `pressed`, for an action that must succeed. */
export async function went(who: WebCaller, action: string, invoice: Invoice): Promise<Invoice> {
  const answer = await pressed(who, action, invoice);
  if (!answer.invoice) throw new Error(`${action}: ${JSON.stringify(answer.refusal)}`);
  return answer.invoice;
}

/** Opens the setup; close its demo in `afterAll`. */
export async function openSealed(): Promise<SealedSetup> {
  const demo = await demoWeb();
  const accountant = await demo.person('accountant@demo.test');
  const ids = await prepared(demo, accountant);
  let brought = 0;
  const typed = (head: Record<string, unknown> = {}) => {
    brought += 1;
    return {
      ...checkable,
      number_printed: `VS-${brought}`,
      supplier_id: ids.supplier,
      client_id: ids.client,
      department_id: ids.departments[0],
      cost_center_id: ids.costCenters[0],
      ledger_account_id: ids.accounts[0],
      invoice_date: '2026-10-01',
      payment_method: 'BANK_TRANSFER',
      iban: account,
      tax: '0',
      currency: 'EUR',
      total_brutto: `90.${String(brought).padStart(2, '0')}`,
      ...head,
    };
  };
  const saved = (head: Record<string, unknown>) => save(accountant, { head });
  const asked = async (head: Record<string, unknown> = {}) =>
    await went(accountant, 'to_approval', await saved(typed(head)));
  return {
    ...{ demo, accountant, ids, typed, saved, asked },
    inAccounting: async (head = {}) => {
      const waiting = await asked(head);
      return await went(await holderOf(demo, waiting), 'approve', waiting);
    },
    differencesOf: async (who, { id }) => {
      const { invoice } = await who.get<{ invoice: { approval_differences: readonly Difference[] } }>(
        `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) {
          approval_differences { part before after doubt brings_again } } }`,
        { id },
      );
      return invoice.approval_differences;
    },
    seen: async ({ id }) => {
      const { invoice } = await accountant.get<{ invoice: Invoice }>(
        `query ($id: bigint!) { invoice: invoice_by_pk(id: $id) { ${invoiceFields} } }`,
        { id },
      );
      return invoice;
    },
  };
}

async function prepared({ web }: DemoWeb, { context }: WebCaller): Promise<SealedIds> {
  const idsOf = async (table: string) =>
    (
      await web.sql<{ id: string }>(`select id from ${table} where tenant_id = $1 order by id limit 3`, [
        context.tenantId,
      ])
    ).map(({ id }) => Number(id));
  const [clients, suppliers, departments, costCenters, accounts] = await Promise.all(
    ['client', 'supplier', 'department', 'cost_center', 'ledger_account'].map(idsOf),
  );
  for (const table of ['cost_center_approver', 'department_approver', 'supplier_approver', 'budget'])
    await web.sql(`delete from ${table}`);
  await web.sql(
    `insert into supplier_approver (tenant_id, supplier_id, lb_user_id)
     select s.tenant_id, s.id, u.id from supplier s join lb_user u on u.tenant_id = s.tenant_id
     where s.tenant_id = $1 and u.email in ('approver1@demo.test', 'approver2@demo.test')`,
    [context.tenantId],
  );
  await web.sql(`update lb_user set approval_limit = case email when 'approver1@demo.test' then 1000 end
    where email in ('approver1@demo.test', 'approver2@demo.test')`);
  await web.sql(
    `update client set min_approval = 1, user_invoice_manual_check_id = $2, user_invoice_clearing_id = $2,
       bank_change_second_person = false where tenant_id = $1`,
    [context.tenantId, context.userId],
  );
  return {
    client: clients?.[0] ?? 0,
    otherClient: clients?.[1] ?? 0,
    supplier: suppliers?.[0] ?? 0,
    otherSupplier: suppliers?.[1] ?? 0,
    departments: departments ?? [],
    costCenters: costCenters ?? [],
    accounts: accounts ?? [],
  };
}
