import { addDays, type Day, dayOfInstant, weekday } from '../../base/day.ts';
import { sum } from '../../base/money.ts';
import { formatDocumentNumber } from '../../document/number.ts';
import type { DemoContract } from './demo/contracts.ts';
import type { DemoWorld } from './demo-requests.ts';
import { type IdOf, TableRows } from './table-rows.ts';

/** The steps that a signed contract has behind it (CON-06). */
const steps = ['contract-start', 'contract-check', 'contract-signing'];

/** Inserts contracts that run, with their numbers and the steps that lie behind them. */
export async function createContracts(
  world: DemoWorld & { readonly company: IdOf },
  contracts: readonly DemoContract[],
): Promise<void> {
  const rows = new TableRows(world.client, world.tenantId);
  for (const [index, contract] of contracts.entries()) await insertContract(rows, world, contract, index + 1);
  await rows.link(
    'number_counter',
    contracts.length === 0 ? [] : [{ abbreviation: 'CT', last: contracts.length }],
  );
}

async function insertContract(
  rows: TableRows,
  world: DemoWorld & { readonly company: IdOf },
  contract: DemoContract,
  number: number,
): Promise<void> {
  const { client, tenantId, timeZone, person } = world;
  const year = Number(dayOfInstant(new Date(), timeZone).slice(0, 4));
  const { rows: timelines } = await client.query<{ id: string }>(
    'insert into timeline (tenant_id, current_entry_no) values ($1, $2) returning id',
    [tenantId, steps.length],
  );
  const timelineId = Number(timelines[0]?.id);
  const signedOn = workingDay(`${year - 2}-12-01`);
  const formatted = formatDocumentNumber('CT', number);
  const id = await rows.insert('contract', 'contract_number_formatted', [
    {
      timeline_id: timelineId,
      creator_id: person('admin'),
      responsible_id: person(contract.responsible),
      name: contract.name,
      category: contract.category,
      status: 'active',
      type: 'recurring_invoice',
      contract_number: number,
      contract_number_formatted: formatted,
      external_contract_number: contract.external_contract_number,
      contract_date: signedOn,
      client_id: world.company(contract.company),
      department_id: world.department(contract.department),
      cost_center_id: world.costCenter(contract.cost_center),
      ledger_account_id: world.account(contract.account),
      supplier_id: world.supplier(contract.supplier),
      usage_type: contract.usage_type,
      payment_timing: 'postpaid',
      payment_method: 'bank_transfer',
      payment_direction: 'outgoing',
      recurring_invoice: true,
      ...termsSince(year - 1),
      total_netto: sum(contract.lines.map(({ total }) => total)),
    },
  ]);
  const contractId = id(formatted);
  await rows.link(
    'contract_line',
    contract.lines.map((line, place) => ({ ...line, contract_id: contractId, tax: '19.00', sort_no: place })),
  );
  await rows.link(
    'timeline_entry',
    steps.map((type, entryNo) => ({
      timeline_id: timelineId,
      contract_id: contractId,
      entry_no: entryNo,
      type,
      status: 'approved',
      text_type: 'past',
      lb_user_id: person(entryNo === 0 ? 'admin' : contract.responsible),
      completed_at: `${signedOn}T1${entryNo}:00:00Z`,
      created_at: `${signedOn}T09:00:00Z`,
    })),
  );
}

/** The day itself, or the Friday before it. */
function workingDay(day: Day): Day {
  return addDays(day, -Math.max(weekday(day) - 5, 0));
}

/** Three years from the beginning of `year`, then a year each, unless it is terminated three months before. */
function termsSince(year: number): Readonly<Record<string, string | number>> {
  return {
    term_type: 'fixed',
    start_date: `${year}-01-01`,
    end_date: `${year + 2}-12-31`,
    next_possible_contract_end: `${year + 2}-12-31`,
    termination_deadline: `${year + 2}-09-30`,
    duration: 3,
    duration_unit_type: 'year',
    renewal_type: 'auto',
    renewal_duration: 1,
    renewal_duration_unit_type: 'year',
    notice_period: 3,
    notice_period_unit_type: 'month',
  };
}
