import { addDays, addMonths, type Day, dayOfInstant } from '../../base/day.ts';
import { sum } from '../../base/money.ts';
import { emptyStored } from '../../document/fields.ts';
import { formatDocumentNumber } from '../../document/number.ts';
import { followingColumns } from '../../features/contract/contract-dates.ts';
import { contractFields } from '../../features/contract/fields.ts';
import type { ContractFields } from '../../features/contract/model.ts';
import { runningStatus } from '../../features/contract/rules.ts';
import { contractCommands } from '../../features/contract/server/commands.ts';
import type { DemoContract, DemoTerm, DemoTurn } from './demo/contracts.ts';
import { type DemoContext, runCommand, versionOf } from './demo-context.ts';
import { withoutTriggers, workingDay } from './demo-past.ts';
import { TableRows } from './table-rows.ts';

/** The demo's contract manager, who starts each contract and gives notice. */
const creator = 'admin';

/** The done steps of a signed contract (CON-06). */
const steps = ['contract-start', 'contract-check', 'contract-signing'];

/** Extra time for decisions before a deadline, on top of the company's own (CON-25). */
const reminderDays = '16';

/** Age of contracts that still wait for a step; a step follows every two days. */
const begunDaysAgo = 9;

type Waiting = Extract<DemoTurn, { readonly waitsFor: string }>['waitsFor'];

/** Actions until a contract waits for the step; the contract manager checks it (CON-09). */
const ways: Readonly<Record<Waiting, readonly ('to_check' | 'to_approval' | 'approve')[]>> = {
  submission: [],
  check: ['to_check'],
  approval: ['to_check', 'to_approval'],
  signature: ['to_check', 'to_approval', 'approve'],
};

/**
 * Contracts with deadlines around today. Running ones are inserted with their done steps; waiting ones and notices
 * use the product's own commands.
 */
export async function createContracts(demo: DemoContext, contracts: readonly DemoContract[]): Promise<void> {
  const rows = new TableRows(demo.client, demo.tenantId);
  const today = dayOfInstant(new Date(), demo.timeZone);
  const noticed: { readonly id: number; readonly turn: Notice }[] = [];
  let number = 0;
  for (const contract of contracts) {
    const { turn } = contract;
    if (turn !== undefined && 'waitsFor' in turn) continue;
    number += 1;
    const id = await insertSigned(rows, demo, contract, number, today);
    if (turn !== undefined) noticed.push({ id, turn });
  }
  await demo.client.query('select app.keep_former_approvals($1)', [demo.tenantId]);
  const moved: Past[] = [];
  for (const { id, turn } of noticed) moved.push(await giveNotice(demo, id, turn, today));
  await rows.link('number_counter', number === 0 ? [] : [{ abbreviation: 'CT', last: number }]);
  for (const contract of contracts)
    if (contract.turn !== undefined && 'waitsFor' in contract.turn)
      moved.push(await begin(demo, contract, contract.turn.waitsFor, today));
  await withoutTriggers(demo.client, async () => {
    for (const one of moved) await moveBack(demo, one);
  });
}

async function insertSigned(
  rows: TableRows,
  demo: DemoContext,
  contract: DemoContract,
  number: number,
  today: Day,
): Promise<number> {
  const { client, tenantId, person } = demo;
  const { rows: timelines } = await client.query<{ id: string }>(
    'insert into timeline (tenant_id, current_entry_no) values ($1, $2) returning id',
    [tenantId, steps.length],
  );
  const timelineId = Number(timelines[0]?.id);
  const head = headOf(demo, contract, today);
  const signedOn = head.contract_date;
  const formatted = formatDocumentNumber('CT', number);
  const following = followingColumns(head, {
    today,
    federalState: null,
    leadDays: await leadDaysOf(demo, contract),
    isReminderTyped: false,
  });
  const isPast = following.reminder_date !== null && following.reminder_date <= today;
  const id = await rows.insert('contract', 'contract_number_formatted', [
    {
      ...head,
      ...following,
      timeline_id: timelineId,
      creator_id: person(creator),
      created_at: `${signedOn}T09:00:00Z`,
      status: runningStatus(head, following.end_date, today),
      contract_number: number,
      contract_number_formatted: formatted,
      reminded_for: isPast && !contract.isToBeReminded ? following.reminder_date : null,
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
      lb_user_id: person(entryNo === 0 ? creator : contract.responsible),
      completed_at: `${signedOn}T1${entryNo}:00:00Z`,
      created_at: `${signedOn}T09:00:00Z`,
    })),
  );
  return contractId;
}

async function leadDaysOf(
  { client, tenantId, company }: DemoContext,
  contract: DemoContract,
): Promise<number> {
  const { rows } = await client.query<{ days: number }>(
    'select internal_lead_days as days from client where tenant_id = $1 and id = $2',
    [tenantId, company(contract.company)],
  );
  return rows[0]?.days ?? 0;
}

function headOf(demo: DemoContext, contract: DemoContract, today: Day): ContractFields {
  const start = startOf(contract.term, today);
  return {
    ...emptyStored(contractFields),
    name: contract.name,
    supplier_id: demo.supplier(contract.supplier),
    client_id: demo.company(contract.company),
    department_id: demo.department(contract.department),
    cost_center_id: demo.costCenter(contract.cost_center),
    ledger_account_id: demo.account(contract.account),
    responsible_id: demo.person(contract.responsible),
    category: contract.category,
    type: 'recurring_invoice',
    external_contract_number: contract.external_contract_number,
    contract_date: contractDate(contract, start, today),
    usage_type: contract.usage_type,
    payment_timing: 'postpaid',
    payment_method: 'bank_transfer',
    payment_direction: 'outgoing',
    recurring_invoice: true,
    reminder_days_before: reminderDays,
    start_date: start,
    ...termColumns(contract.term),
  };
}

function startOf({ begins }: DemoTerm, today: Day): Day {
  if ('yearsAgo' in begins) return `${Number(today.slice(0, 4)) - begins.yearsAgo}-01-01`;
  return addMonths(`${today.slice(0, 7)}-01`, -begins.monthsAgo);
}

function termColumns({ duration, renewal, notice, to }: DemoTerm) {
  return {
    term_type: duration === undefined ? ('indefinite' as const) : ('fixed' as const),
    duration: duration ? String(duration[0]) : null,
    duration_unit_type: duration?.[1] ?? null,
    renewal_type: renewal === undefined ? null : ('auto' as const),
    renewal_duration: renewal ? String(renewal[0]) : null,
    renewal_duration_unit_type: renewal?.[1] ?? null,
    notice_period: notice ? String(notice[0]) : null,
    notice_period_unit_type: notice?.[1] ?? null,
    termination_to: to ?? null,
  };
}

/** A month before it begins; signed contracts were signed yesterday at the latest. */
function contractDate({ turn }: DemoContract, start: Day, today: Day): Day {
  const day = addMonths(start, -1);
  const yesterday = addDays(today, -1);
  const isSigned = turn === undefined || !('waitsFor' in turn);
  return workingDay(isSigned && day > yesterday ? yesterday : day);
}

/** Starts a contract and runs its actions until it waits for the step; returns the days of its steps. */
async function begin(
  demo: DemoContext,
  contract: DemoContract,
  waitsFor: Waiting,
  today: Day,
): Promise<Past> {
  const id = await runCommand(contractCommands, demo, creator, 'contract_save', {
    head: headOf(demo, contract, today),
    lines: contract.lines.map((line) => ({ ...line, tax: '19' })),
  });
  const people = { to_check: creator, to_approval: contract.responsible, approve: 'approver1' };
  for (const action of ways[waitsFor]) await act(demo, people[action], id, action);
  const begun = workingDay(addDays(today, -begunDaysAgo));
  const done = ways[waitsFor].map((_, place) => workingDay(addDays(today, 2 * place - begunDaysAgo)));
  return { id, from: 0, done, begun };
}

type Notice = Exclude<DemoTurn, { readonly waitsFor: string }>;

async function giveNotice(
  demo: DemoContext,
  id: number,
  { noticeArrivedDaysAgo, isConfirmed }: Notice,
  today: Day,
): Promise<Past> {
  const arrived = addDays(today, -noticeArrivedDaysAgo);
  await act(demo, creator, id, 'terminate', {
    notice_sent_on: workingDay(addDays(arrived, -2)),
    terminated_on: arrived,
    notice_form: 'letter',
    comment: 'Schreiben liegt vor',
  });
  if (isConfirmed)
    await act(demo, creator, id, 'confirm_termination', { termination_confirmed_on: addDays(arrived, 5) });
  // Three days span a weekend, so no step is dated before the arrival; remark and notice are dated the same day.
  const done = (isConfirmed ? [3, 3, 8] : [3, 3]).map((days) => workingDay(addDays(arrived, days)));
  return { id, from: steps.length, done, begun: null };
}

/** Days for entries of a contract that commands have created: one entry a day, starting at this number. */
interface Past {
  readonly id: number;
  readonly from: number;
  readonly done: readonly Day[];
  /** The day of the draft, if it was just created as well. */
  readonly begun: Day | null;
}

async function moveBack(demo: DemoContext, { id, from, done, begun }: Past): Promise<void> {
  const { client, tenantId, timeZone } = demo;
  await client.query(movedBack, [tenantId, id, from, done, begun, timeZone]);
  await client.query("select app.keep_documents($1, 'contract', array[$2::bigint])", [tenantId, id]);
}

const movedBack = `
  with entry as (
    select e.id, (p.day + time '08:15' + e.entry_no * interval '55 minutes') at time zone $6 as at
    from unnest($4::date[]) with ordinality as p (day, place)
    join timeline_entry e on e.tenant_id = $1 and e.contract_id = $2 and e.entry_no = $3::int + p.place - 1
  ), span as (
    select ($5::date + time '08:05') at time zone $6 as first, max(at) as last from entry
  ), done as (
    update timeline_entry e set completed_at = entry.at, created_at = coalesce(span.first, entry.at), waited_since = null
    from entry, span where e.tenant_id = $1 and e.id = entry.id
  ), ahead as (
    update timeline_entry e set created_at = coalesce(span.last, span.first)
    from span where e.tenant_id = $1 and e.contract_id = $2 and e.completed_at is null
  ), audit as (
    update audit_log set created_at = coalesce(span.last, span.first)
    from span where tenant_id = $1 and contract_id = $2
  ), lines as (
    update contract_line set created_at = span.first
    from span where tenant_id = $1 and contract_id = $2 and span.first is not null
  )
  update contract set created_at = coalesce(span.first, created_at), updated_at = coalesce(span.last, span.first)
  from span where tenant_id = $1 and id = $2`;

async function act(demo: DemoContext, login: string, id: number, action: string, input = {}): Promise<void> {
  await runCommand(contractCommands, demo, login, `contract_${action}`, {
    id,
    expected_version: await versionOf(demo, 'contract', id),
    ...input,
  });
}
