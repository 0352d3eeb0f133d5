import type { Day } from '../../../base/day.ts';
import { type Amount, dividedBy, isZero, round, times } from '../../../base/money.ts';
import type { Spending } from '../../../document/agreed.ts';
import type { BudgetedAmount } from '../../../document/budget/budget-scope.ts';
import type { Doubt } from '../../../document/outcome.ts';
import type { BudgetedDocument } from '../../../document/server/budget-store.ts';
import { loadContractAbove, loadOrdersBeside } from '../../../document/server/contract-above.ts';
import type { Mentioned, OwnFacts } from '../../../document/server/served-kind.ts';
import { totals } from '../../../document/totals.ts';
import { type ContractAbove, contractDoubtsOf, orderValueDoubts } from '../../../document/under-contract.ts';
import type { Tx } from '../../../platform/server/database.ts';
import {
  activeLineFields,
  type ProcurementFacts,
  type ProductGroupFacts,
  type SelectField,
  supplierIds,
} from '../facts.ts';
import type { LinePrice, Procurement } from '../model.ts';
import { requiredFieldsOf } from '../required-fields.ts';
import { linkedTo } from './selectable.ts';
import type { StoredProcurement } from './store.ts';

/** The records mentioned in the input of a command, beside persons. */
export interface MentionedProducts extends Mentioned {
  /** Prices of the products in the lines, for writers without `user-price` (ROLE-07). */
  readonly catalogPrices?: ReadonlyMap<number, LinePrice>;
}

/** The facts that only the rules of requests need: product groups and selectable records. */
export async function ownFacts(
  tx: Tx,
  document: StoredProcurement,
  { catalogPrices }: MentionedProducts,
): Promise<OwnFacts<ProcurementFacts>> {
  const groupIds = document.lines.map((line) => line.product_group_id).filter((id) => id !== null);
  const [productGroups, { selectable, inactive }, above, beside] = await Promise.all([
    loadProductGroups(tx, groupIds),
    loadSelectable(tx, document),
    loadContractAbove(tx, document.head.contract_id),
    loadOrdersBeside(tx, document.head.contract_id, document.id),
  ]);
  return {
    persons: [
      document.head.consignee_id,
      ...[...productGroups.values()].map((group) => group.user_select_product_id),
    ],
    complete: (common) => ({
      ...common,
      productGroups,
      isProductGroupRequired: common.settings.values.product_group_required === 'true',
      requiredFields: requiredFieldsOf(common.required_fields),
      catalogPrices,
      selectable,
      inactive,
      contractDoubts: above === null ? [] : orderDoubts(document, above, beside, common.settings.today),
    }),
  };
}

/** The doubts about a request under its contract if ordered today (CON-40). */
function orderDoubts(
  { head, lines }: StoredProcurement,
  above: ContractAbove,
  others: readonly Spending[],
  day: Day,
): readonly Doubt[] {
  const ordered = { day, supplierIds: supplierIds(lines), clientId: head.client_id };
  return [...contractDoubtsOf(above, ordered), ...orderValueDoubts(above, { ...head, day, others })];
}

/**
 * The amounts of a request by cost center and account, as its budgets count them (BUD-03); of an order finished
 * incompletely, what was received (`app.came_of`).
 */
export function budgeted({ id, head, lines }: StoredProcurement): BudgetedDocument {
  const nets = totals(lines).lines;
  return {
    exceptId: id,
    on: { instant: head.submitted_at },
    rate: head.exchange_rate ?? '1',
    aboveId: head.contract_id,
    amounts: lines.map(
      (line, index): BudgetedAmount => ({
        cost_center_id: line.cost_center_id ?? head.cost_center_id,
        ledger_account_id: line.ledger_account_id ?? head.ledger_account_id,
        net: received(head.status, line, nets[index]?.total_netto ?? '0'),
      }),
    ),
  };
}

function received(
  status: string,
  { kind, quantity, quantity_received }: StoredProcurement['lines'][number],
  net: Amount,
): Amount {
  const isIncomplete = status === 'completed' && kind === 'item' && quantity !== null && !isZero(quantity);
  return isIncomplete ? round(dividedBy(times(net, quantity_received), quantity), 2) : net;
}

async function loadProductGroups(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductGroupFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.fixed<ProductGroupFacts & { id: number }>(
    'select id, name, user_select_product_id from product_group where id = any ($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The tables that lines refer to, by column. */
const tableOfLineField: Readonly<Record<(typeof activeLineFields)[number], string>> = {
  supplier_id: 'supplier',
  product_id: 'product',
  product_group_id: 'product_group',
  cost_center_id: 'cost_center',
  ledger_account_id: 'ledger_account',
};

/** Whether the company of the request (`$1`) may use a record `r` of a line, for the columns where companies differ. */
const usableInLine: Readonly<Partial<Record<(typeof activeLineFields)[number], string>>> = {
  cost_center_id: linkedTo.company('r', '$1'),
  ledger_account_id: linkedTo.ledgerAccount('r', '$1'),
};

/**
 * The selectable records of the head, active and linked to company and department (PROC-05, VAL-04), and the records of
 * the lines that are inactive or of another company (PROC-43).
 */
async function loadSelectable(
  tx: Tx,
  { head, lines }: Pick<Procurement, 'head' | 'lines'>,
): Promise<Required<Pick<ProcurementFacts, 'selectable' | 'inactive'>>> {
  const chosen = [
    head.client_id,
    head.department_id,
    head.cost_center_id,
    head.ledger_account_id,
    head.consignee_id,
    head.delivery_address_id,
  ];
  const inactiveOf = activeLineFields.map(
    (field, place) =>
      `array(select r.id from ${tableOfLineField[field]} r where r.id = any ($${place + 7})
         and not (r.active and ${usableInLine[field] ?? 'true'})) as inactive_${field}`,
  );
  const row = await tx.one<Record<SelectField, boolean> & Record<string, unknown>>(
    `select ${inactiveOf.join(', ')},
       exists (select from client where id = $1 and active) as client_id,
       exists (select from department d where d.id = $2 and d.active
         and ${linkedTo.department('d', '$1')}) as department_id,
       exists (select from cost_center c where c.id = $3 and c.active
         and ${linkedTo.costCenter('c', '$1', '$2')}) as cost_center_id,
       exists (select from ledger_account a where a.id = $4 and a.active
         and ${linkedTo.ledgerAccount('a', '$1')}) as ledger_account_id,
       exists (select from lb_user where id = $5 and active and not blocked) as consignee_id,
       exists (select from client_address where id = $6 and active and client_id = $1) as delivery_address_id`,
    [...chosen, ...activeLineFields.map((field) => [...new Set(lines.map((line) => line[field]))])],
  );
  const setOf = (field: SelectField): ReadonlySet<number> =>
    new Set(row[field] && head[field] !== null ? [head[field]] : []);
  return {
    selectable: {
      client_id: setOf('client_id'),
      department_id: setOf('department_id'),
      cost_center_id: setOf('cost_center_id'),
      ledger_account_id: setOf('ledger_account_id'),
      consignee_id: setOf('consignee_id'),
      delivery_address_id: setOf('delivery_address_id'),
    },
    inactive: Object.fromEntries(
      activeLineFields.map((field) => [field, new Set(row[`inactive_${field}`] as readonly number[])]),
    ),
  };
}
