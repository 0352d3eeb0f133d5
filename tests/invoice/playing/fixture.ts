import type { DocumentField } from '../../../src/document/fields.ts';
import {
  type DatevSandbox,
  startDatevSandbox,
} from '../../../src/features/accounting-export/sandbox/datev/server.ts';
import {
  type Connections,
  connections,
} from '../../../src/features/accounting-export/server/connections/connections.ts';
import { exportRunJobs } from '../../../src/features/accounting-export/server/runs/run-job.ts';
import { withdrawalJobs } from '../../../src/features/accounting-export/server/runs/withdraw.ts';
import { exportTransports } from '../../../src/features/accounting-export/server/targets.ts';
import { datevTransport } from '../../../src/features/accounting-export/targets/datev/server/datev-transport.ts';
import { invoiceFields, invoiceLineFields } from '../../../src/features/invoice/fields.ts';
import type { Context } from '../../../src/platform/context.ts';
import { systemClock } from '../../../src/platform/server/clock.ts';
import type { JobParts } from '../../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../../src/platform/server/log.ts';
import { deriveSecrets } from '../../../src/platform/server/secrets.ts';
import { agreeAt } from '../../accounting-export/datev-online.ts';
import { act, catalogueLines, completeForm, type Document, run } from '../../procurement/requests.ts';
import type { Caller, DemoApi } from '../../support/demo-api.ts';
import { peopleOf } from '../../support/playing-people.ts';
import { type Administrators, withSecondAdministrator } from '../../support/playing-settings.ts';
import { look, type Seen } from './look.ts';

/** When invoices are approved (APPR-14). */
export type Approval = 'always' | 'if-no-order' | 'never';

/** The company's settings as set by the game. */
export interface Settings {
  readonly approval: Approval;
  /** The export target: files, or DATEV online. */
  readonly target: 'datev-csv' | 'datev';
  readonly minApproval: number;
  secondPerson: boolean;
  separateCheck: boolean;
  whenLimitExceeded: 'confirm' | 'block';
}

type Choices = Readonly<Record<string, readonly number[]>>;

/** One approval observed by the game, or a step without a required approval. */
export interface SeenApproval {
  /** The human; null when no approval was required. */
  readonly actor: number | null;
  readonly what: Seen;
  /** Whether the human may approve in this company and is no maker of the invoice (APPR-09, APPR-17, APPR-19). */
  readonly counts: boolean;
  /** Whether the limit covers the value, or exceeding it was confirmed where allowed (APPR-11, APPR-16). */
  readonly reaches: boolean;
  /** Whether the human changed value, payee or account before, so that another approval is required (INV-32). */
  readonly isHand: boolean;
  readonly isCheckSeparate: boolean;
}

/** The game's own record of one invoice. */
export interface Memory {
  /** The approvals of the current round. */
  round: SeenApproval[];
  /** The human who last changed its account; null when it is the supplier's. */
  ibanBy: number | null;
  /** The humans who changed its value, payee or account since its creation. */
  readonly hands: Set<number>;
  /** The humans who made it, or acted on it for another person. */
  readonly makers: Set<number>;
  /** Company and supplier at the first export. */
  exportedTo: readonly [company: number, supplier: number] | null;
}

export interface InvoiceFixture {
  readonly demo: DemoApi;
  readonly jobs: JobParts;
  readonly administrators: Administrators;
  readonly callers: ReadonlyMap<string, Caller>;
  readonly datev: DatevSandbox;
  readonly tenantId: number;
  /** A delivered order of the first supplier with two lines. */
  readonly orderId: number;
  /** The invoices of the game, oldest first. */
  readonly invoices: number[];
  readonly memories: Map<number, Memory>;
  /** Confirmed accounts by supplier: by two people, or by one where the company requires no second person. */
  readonly confirmed: Map<number, Set<string>>;
  readonly settings: Settings;
  /** Other records of the tenant to choose from, by table. */
  readonly ids: Choices;
  before: ReadonlyMap<number, Seen>;
  after: ReadonlyMap<number, Seen>;
  /** The caller of the move; null for other events. */
  caller: Caller | null;
  /** The number of supplier invoice numbers used so far. */
  printed: number;
  /** The number of DATEV bookings before the move. */
  booked: number;
}

/** The account of all suppliers at the start of a game. */
export const known = 'DE29200505501280046915';
/** Accounts to type: the supplier's, two others, and a foreign one. */
export const accounts = [known, 'DE89370400440532013000', 'DE02120300000000202051', 'LT121000011101001000'];

/** The preparation shared by all games of a file. */
export type Prepared = Pick<InvoiceFixture, 'demo' | 'jobs' | 'administrators' | 'callers' | 'datev'>;

/** Sets the rights of people and the accounting target of the companies. */
export async function prepare(demo: DemoApi): Promise<Prepared> {
  await prepareQueue(demo.db.ownerUrl);
  const give = (roles: string, ...logins: readonly string[]) =>
    demo.db.sql(
      'update lb_user set roles = array(select distinct unnest(roles || $1::text[])) where email = any ($2)',
      [roles, logins.map((login) => `${login}@demo.test`)],
    );
  await give('{user-see-all-invoices,user-export-invoice,user-can-change-invoices}', 'buyer');
  await give('{user-see-all-invoices,user-can-change-invoices}', 'approver2', 'approver3');
  await give('{user-see-all-invoices}', 'selector', 'approver1');
  // The DATEV sandbox accepts any company of this consultant.
  await demo.db.sql(
    `update client set consultant_number = '455148', client_number = (1000 + id)::text, ledger_account_length = 4`,
  );
  await demo.db.sql("update supplier set external_id = (70000 + id)::text, vat_number = 'DE136695976'");
  await demo.db.sql(
    "delete from configuration where key in ('invoice_export_target', 'invoice_approval') or key like 'passkey%'",
  );
  await demo.db.sql(
    `insert into configuration (tenant_id, key, value) select id, 'invoice_export_target', 'datev-csv' from tenant
     union all select id, 'invoice_approval', 'always' from tenant`,
  );
  const { database } = demo.db;
  const datev = await startDatevSandbox({ takesEvery: true });
  const callers = await peopleOf(demo);
  const connected = connections({
    ...{ database, clock: systemClock, secrets: deriveSecrets('a secret key of the game') },
    ...{ settings: { datev: datev.settings, ms365: null }, publicUrl: 'http://localhost:8080' },
  });
  await connectAll(demo, connected, (callers.get('admin') as Caller).context);
  const parts = { database, connections: connected, clock: systemClock };
  const transports = {
    ...exportTransports({ ...parts, settings: { datev: datev.settings, ms365: null } }),
    datev: datevTransport({ ...parts, settings: datev.settings, wait: async () => {} }),
  };
  const exports = exportRunJobs({ database, transports });
  const handlers = { ...exports.handlers, ...withdrawalJobs({ database }) };
  const jobs = { database, clock: systemClock, log: openLog('silent'), ...exports, handlers };
  return { demo, jobs, administrators: await withSecondAdministrator(demo), callers, datev };
}

/** The administrator connects each company to DATEV. */
async function connectAll(demo: DemoApi, connected: Connections, admin: Context): Promise<void> {
  const companies = await demo.db.sql<{ id: string }>(
    'select id from client where tenant_id = $1 order by id',
    [admin.tenantId],
  );
  for (const { id } of companies) {
    const { url } = await connected.start(admin, { system: 'datev', clientId: Number(id) });
    await connected.finish(admin, 'datev', await agreeAt(url));
  }
}

const freshTables = ['supplier', 'product', 'cost_center', 'department', 'ledger_account'];

/** Resets settings, people and records to the initial state of each game. */
async function freshen(
  { db }: DemoApi,
  tenantId: number,
  { approval, minApproval, target }: Settings,
): Promise<void> {
  await db.sql(
    `update client set min_approval = $2, when_limit_exceeded = 'confirm', when_budget_exceeded = 'confirm',
       self_approval = 'never', amount_basis = 'net', price_tolerance_percent = 0, match_price_tolerance = 0,
       match_quantity_tolerance = 0, match_price_tolerance_amount = 0, match_quantity_tolerance_amount = 0, match_freight_tolerance_amount = 0, currency = 'EUR',
       active = true, bank_change_second_person = true, separate_check = true, touchless_invoices = false,
       can_delete_document_directly = true, payables_ledger = $3,
       user_invoice_manual_check_id = u.id, user_invoice_clearing_id = u.id
     from lb_user u where u.email = 'accountant@demo.test' and client.tenant_id = $1 and u.tenant_id = $1`,
    [tenantId, minApproval, target === 'datev-csv'],
  );
  await db.sql(
    `update lb_user set substitute_id = null, absence_from = null, absence_to = null
     where tenant_id = $1 and substitute_id is not null`,
    [tenantId],
  );
  await db.sql("update lb_user set approval_limit = null where email = 'approver3@demo.test'");
  await db.sql(`update configuration set value = $2 where tenant_id = $1 and key = 'invoice_approval'`, [
    tenantId,
    approval,
  ]);
  await db.sql(`update configuration set value = $2 where tenant_id = $1 and key = 'invoice_export_target'`, [
    tenantId,
    target,
  ]);
  await db.sql(`delete from supplier_bank_change where tenant_id = $1`, [tenantId]);
  // Invoices of earlier games, which could not be exported there, stay out of the exports of this one.
  await db.sql(`update invoice set status = 'declined' where tenant_id = $1 and status = 'export'`, [
    tenantId,
  ]);
  await db.sql(`update supplier set iban = $2, bic = null, payment_method = null where tenant_id = $1`, [
    tenantId,
    known,
  ]);
  await Promise.all(
    freshTables.map((table) =>
      db.sql(`update ${table} set active = true where tenant_id = $1 and not active`, [tenantId]),
    ),
  );
}

/** The configuration of one game. */
export type Chosen = Pick<Settings, 'approval' | 'minApproval' | 'target'>;

/** Starts a game with a delivered order and no invoice. */
export async function beginInvoices(prepared: Prepared, chosen: Chosen): Promise<InvoiceFixture> {
  const { demo, callers } = prepared;
  const { tenantId } = (callers.get('accountant') as Caller).context;
  const settings: Settings = {
    ...chosen,
    secondPerson: true,
    separateCheck: true,
    whenLimitExceeded: 'confirm',
  };
  await freshen(demo, tenantId, settings);
  const found = await choices(demo, callers.get('requester') as Caller);
  const orderId = await deliveredOrder(callers, found.supplier?.[0] ?? 0);
  const lines = await demo.db.sql<{ id: string }>(
    'select id from procurement_line where procurement_id = $1 order by id',
    [orderId],
  );
  const ids: Choices = { ...found, procurement_line: lines.map(({ id }) => Number(id)) };
  const confirmed = new Map((ids.supplier ?? []).map((id) => [id, new Set([known])]));
  const nothing = new Map<number, Seen>();
  return {
    ...prepared,
    ...{ tenantId, orderId, confirmed, settings, ids },
    ...{ invoices: [], memories: new Map(), before: nothing, after: nothing, caller: null, printed: 0 },
    booked: prepared.datev.state.bookings.length,
  };
}

/** Reads all invoices of the game. */
export async function lookAtAll({ demo, invoices }: InvoiceFixture): Promise<ReadonlyMap<number, Seen>> {
  return new Map((await look(demo, invoices)).map((seen) => [seen.id, seen]));
}

/** Creates an approved, ordered and delivered order with two lines of 450 EUR net each. */
async function deliveredOrder(callers: ReadonlyMap<string, Caller>, supplier_id: number): Promise<number> {
  const person = (login: string) => callers.get(login) as Caller;
  const requester = person('requester');
  const priced = { quantity: '1', price_netto: '450', price_mode: 'net', tax: '19', supplier_id };
  const lines = (await catalogueLines(requester, 2)).map((line) => ({ ...line, ...priced }));
  const holder = ({ timeline }: Document) => {
    const entry = timeline.timeline_entries[timeline.current_entry_no];
    return person(entry?.lb_user?.email?.split('@')[0] ?? '');
  };
  let order = await run(requester, 'save', { head: await completeForm(requester), lines });
  order = await act(requester, 'submit', order);
  while (order.status === 'approval') order = await act(holder(order), 'approve', order);
  const buyer = holder(order);
  order = await act(buyer, 'confirm_order', order, { supplier_id });
  order = await act(buyer, 'complete_order', order);
  const receipts = order.procurement_lines.map(({ id }) => ({ procurement_line_id: id, quantity: '1' }));
  return (await act(holder(order), 'receive', order, { receipts })).id;
}

/** Records of every table that a field references; `own` holds the requester's company and department. */
async function choices(demo: DemoApi, requester: Caller): Promise<Choices> {
  const { tenantId, userId } = requester.context;
  const fields: readonly DocumentField[] = Object.values({ ...invoiceFields, ...invoiceLineFields });
  const tables = new Set(fields.flatMap(({ references }) => references ?? []));
  const idsOf = async (text: string, values: unknown[]) =>
    (await demo.db.sql<{ id: string }>(text, values)).map(({ id }) => Number(id));
  const listed = await Promise.all(
    [...tables].map(
      async (table) =>
        [
          table,
          await idsOf(`select id from ${table} where tenant_id = $1 order by id limit 4`, [tenantId]),
        ] as const,
    ),
  );
  const own = await idsOf('select unnest(array[client_id, department_id]) as id from lb_user where id = $1', [
    userId,
  ]);
  return { ...Object.fromEntries(listed), own };
}
