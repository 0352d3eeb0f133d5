import { isDeepStrictEqual } from 'node:util';
import { pageQuery } from '../src/document/web/shown-fields.ts';
import { invoicePage } from '../src/features/invoice/web/kind.ts';
import { type Figure, type Side, scattered } from './figure.ts';
import type { Fixture } from './fixture.ts';

/** Computed fields of an invoice, besides the columns of its rows. */
const computed = ['actions', 'possible_duplicates', 'approval_differences'];

const wholePage = pageQuery(invoicePage);
const rowsOfPage = wholePage
  .replace(/ actions \{[^{}]*\{[^{}]*\} \}/, '')
  .replace(/ approval_differences \{[^{}]*\}/, '')
  .replace(' possible_duplicates', '');

const object = (alias: string, columns: string): string =>
  `json_build_object(${columns
    .split(' ')
    .map((column) => {
      const [name = '', source = name] = column.split('=');
      return `'${name}', ${source.includes('(') ? source : `${alias}.${source}`}`;
    })
    .join(', ')})`;

/** A referenced row, or null. */
const one = (table: string, reference: string, columns: string, key = 'i.tenant_id'): string =>
  `(select ${object('r', columns)} from ${table} r where r.tenant_id = ${key} and r.id = ${reference})`;

const many = (from: string, row: string, order: string): string =>
  `(select coalesce(json_agg(${row} order by ${order}), '[]') from ${from})`;

const numbered = 'id number name';
const coded = 'id number=code name';
const center = 'id number name=shown_name(r)';
const dimensions = [
  'd365_department',
  'employee',
  'branch',
  'd365_vehicle',
  'd365_sales_channel',
  'd365_area',
  'd365_labor_wert',
  'd365_project',
];
const dimensionsOf = (alias: string): string =>
  dimensions
    .map((name) => `'${name}', ${one('financial_dimension', `${alias}.${name}_id`, coded)}`)
    .join(', ');

const company =
  'id name currency amount_basis min_approval default_product_tax default_product_unit billing_name billing_address billing_address_complement billing_zipcode billing_city required_fields';
const columns =
  'id name invoice_number_formatted status total_netto created_at legal_hold number_printed number document_type invoice_date delivery_date service_from service_to due_date vat_due_date total_brutto tax currency prepaid_amount rounding_amount payment_method vat_number iban bic paid payment_in_advance review_status export_individual_items notes discount_base discount_1_percentage discount_1_amount discount_1_days discount_1_date discount_2_percentage discount_2_amount discount_2_days discount_2_date procurement_id contract_id corrects_invoice_id file_id booked_final=app.booked_final_beside(i.id)';
const entry =
  'id entry_no type status text_type comment message_code message_values message_amounts completed_at created_at way';
const line =
  'id kind item_number description quantity price_unit unit_net_price line_allowance line_charge total_netto tax_percentage tax_category tax_exemption_reason procurement_line_id';
// Limits are visible only to administrators.
const person = 'id name is_group approval_limit=nullif(r.id,r.id)';
const both = (first: string, second: string): string => `(${first}::jsonb || ${second}::jsonb)`;

const ofInvoice = (table: string, alias: string): string =>
  `${table} ${alias} where ${alias}.tenant_id = i.tenant_id and ${alias}.invoice_id = i.id`;

const timelineByHand = `(select json_build_object('id', t.id, 'current_entry_no', t.current_entry_no,
    'content_version', t.content_version, 'updated_at', t.updated_at, 'changed_by', ${one('lb_user', 't.changed_by_id', 'id name')},
    'timeline_entries', ${many(
      'timeline_entry e where e.tenant_id = t.tenant_id and e.timeline_id = t.id',
      both(
        object('e', entry),
        `json_build_object('lb_user', ${one('lb_user', 'e.lb_user_id', person)}, 'for_user', ${one('lb_user', 'e.for_user_id', 'id name')},
          'actor', ${one('lb_user', 'e.actor_id', 'id name')},
          'created_by', ${one('lb_user', 'e.created_by_id', 'id name')}, 'document_questions', ${many(
            'document_question q where q.tenant_id = e.tenant_id and q.timeline_entry_id = e.id',
            both(
              object('q', 'id answered_at'),
              `json_build_object('lb_user', ${one('lb_user', 'q.lb_user_id', 'id name')})`,
            ),
            'q.id',
          )})`,
      ),
      'e.entry_no',
    )})
  from timeline t where t.tenant_id = i.tenant_id and t.id = i.timeline_id)`;

const relationsByHand = `json_build_object(
  'kept_until', app.kept_until(i.created_at, null, null, i.id, null),
  'creator', ${one('lb_user', 'i.creator_id', 'id name')}, 'client', ${one('client', 'i.client_id', company)},
  'timeline', ${timelineByHand},
  'approvers', ${many(
    ofInvoice('invoice_approver', 'a'),
    both(
      object('a', 'id is_required inserted_manually inserted_by_group'),
      `json_build_object('lb_user', ${one('lb_user', 'a.lb_user_id', person)})`,
    ),
    'a.id',
  )},
  'document_files', ${many(
    ofInvoice('document_file', 'f'),
    both(
      object('f', 'id file_id name size mime created_at'),
      `json_build_object('created_by', ${one('lb_user', 'f.created_by_id', 'id name')}, 'file', null)`,
    ),
    'f.id',
  )},
  'supplier', ${one('supplier', 'i.supplier_id', 'id name payment_days')},
  'department', ${one('department', 'i.department_id', 'id name=shown_name(r)')},
  'cost_center', ${one('cost_center', 'i.cost_center_id', center)},
  'ledger_account', ${one('ledger_account', 'i.ledger_account_id', numbered)},
  'posting_key', ${one('posting_key', 'i.posting_key_id', numbered)},
  'profit_center', ${one('profit_center', 'i.profit_center_id', numbered)}, ${dimensionsOf('i')},
  'procurement', ${one('procurement', 'i.procurement_id', 'id number=order_number_formatted name')},
  'ordered', ${one('procurement', 'i.procurement_id', 'notes')},
  'contract', ${one('contract', 'i.contract_id', 'id number=contract_number_formatted name')},
  'corrects_invoice', ${one('invoice', 'i.corrects_invoice_id', 'id number=invoice_number_formatted name')},
  'file', ${one('file', 'i.file_id', 'id name mime')}, 'view_file', ${one('file', 'i.view_file_id', 'id name mime')},
  'invoice_lines', ${many(
    ofInvoice('invoice_line', 'l'),
    both(
      object('l', line),
      `json_build_object('cost_center', ${one('cost_center', 'l.cost_center_id', center)},
        'ledger_account', ${one('ledger_account', 'l.ledger_account_id', numbered)},
        'profit_center', ${one('profit_center', 'l.profit_center_id', numbered)}, 'posting_key', ${one('posting_key', 'l.posting_key_id', numbered)}, ${dimensionsOf('l')},
        'tax_group', ${one('tax_group', 'l.tax_group_id', coded)}, 'tax_item_group', ${one('tax_item_group', 'l.tax_item_group_id', coded)})`,
    ),
    'l.sort_no',
  )},
  'invoice_taxes', ${many(ofInvoice('invoice_tax', 'x'), object('x', 'tax_percentage tax_category net tax'), 'x.tax_percentage desc')},
  'invoice_pages', ${many(ofInvoice('invoice_page', 'g'), `json_build_object('file', ${one('file', 'g.file_id', 'id name mime')})`, 'g.page_no')},
  'invoice_recognitions', ${many(`(select * from ${ofInvoice('invoice_recognition', 'n')} order by n.id desc limit 1) n`, object('n', 'state'), 'n.id')},
  'leaving', ${many(`(select * from ${ofInvoice('invoice_export_entry', 'x')} and x.state in ('sending', 'uncertain') limit 1) x`, object('x', 'state'), 'x.id')})`;

/** The maximum number of function arguments, which the columns of an invoice nearly reach. */
const byHand = `
  select json_build_object('data', json_build_object('document', (
    select ${both(object('i', columns), relationsByHand)} from invoice i where i.tenant_id = app.tenant_id() and i.id = $1)))::text as body`;

/** The page of an invoice with its own query; the hand-written side reads only its rows. */
export const invoicePageFigures: readonly Figure[] = [
  {
    name: 'invoice_open',
    title: 'open an invoice: its rows, lines, rates, approvers and timeline',
    aim: 0.8,
    query: rowsOfPage,
  },
  {
    name: 'invoice_page',
    title:
      'open an invoice: what its page sends, beside its rows the actions on offer and what may be the same invoice',
    query: wholePage,
  },
].map(({ query, ...described }) => ({
  ...described,
  person: ({ people }) => people.accountant,
  sides: (fixture) => sidesOf(fixture, query),
}));

async function sidesOf(
  { ask, database, people: { accountant }, tenant }: Fixture,
  query: string,
): Promise<{ readonly product: Side; readonly hand: Side }> {
  const idOf = (turn: number): number => 1 + scattered(turn, tenant.documents);
  const product: Side = (turn) => ask(accountant, query, { id: idOf(turn) });
  const hand: Side = async (turn) => {
    const rows = await database.inTenant(accountant, (tx) =>
      tx.query<{ body: string }>(byHand, [idOf(turn)], 'hand-invoice-page'),
    );
    return rows[0]?.body ?? '';
  };
  for (let turn = 0; turn < 10; turn += 1) {
    const [ours, theirs] = [rowsIn(await product(turn)), rowsIn(await hand(turn))];
    if (!isDeepStrictEqual(ours, theirs))
      throw new Error(`the product returns ${JSON.stringify(ours)}\nand the SQL ${JSON.stringify(theirs)}`);
  }
  return { product, hand };
}

function rowsIn(body: string | null): unknown {
  const { data } = JSON.parse(body ?? '') as { data: { document: Record<string, unknown> } };
  const rows = Object.entries(data.document).filter(([name]) => !computed.includes(name));
  return Object.fromEntries(rows);
}
