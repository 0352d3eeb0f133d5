import type { Day } from '../../../base/day.ts';
import { type Amount, round, times } from '../../../base/money.ts';
import type { Committed } from '../../../document/brief.ts';
import { knownRate } from '../../../document/currency.ts';
import type { DocumentSituation } from '../../../document/facts.ts';
import { fieldNames } from '../../../document/fields.ts';
import { formatDocumentNumber } from '../../../document/number.ts';
import { type Approvals, apart, approvalColumns } from '../../../document/server/approval-records.ts';
import { isLatelyAway } from '../../../document/server/approvers-store.ts';
import { isSigned } from '../../../document/server/contract-above.ts';
import { columnTypes } from '../../../document/server/field-columns.ts';
import type { StoredLines } from '../../../document/server/lines-store.ts';
import type { ServedKind, StoredDocument } from '../../../document/server/served-kind.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { signatureOf } from '../agreement.ts';
import { commitmentOf, committingKind } from '../commitment.ts';
import { countedOf } from '../counted.ts';
import { coversContract } from '../covered.ts';
import type { DueReminder } from '../due-reminder.ts';
import { contractFields, contractLineFields, termFields } from '../fields.ts';
import { mayKeepFiles } from '../files.ts';
import { isInForce } from '../in-force.ts';
import { yearlyTotal } from '../intervals.ts';
import { contractKind, openStatuses, restingStatuses } from '../kind.ts';
import type { Contract, ContractCompany, ContractFacts, ContractHead, ContractLine } from '../model.ts';
import type { ContractOutcome } from '../outcome.ts';
import { livingStatus, requiredColumns, totalsOf } from '../rules.ts';
import { contractFlow } from '../steps.ts';
import { loadCounting, plannedMonths } from './counting.ts';
import { contractKeeping } from './keeping.ts';
import { saveLetter } from './letter-store.ts';
import { keepNoticeDays } from './notice-days.ts';
import { dismiss, queueReading, readFileOf } from './recognition/recognitions.ts';
import { queueReminders, recheckReminders, saveReminders } from './reminder-store.ts';

/** A contract loaded from the database. */
export interface StoredContract extends Contract, StoredDocument {
  readonly kind: typeof committingKind;
  readonly head: ContractHead & { readonly id: number };
}

/** The outcome of saving a contract. */
export interface SavedTerms extends ContractOutcome {
  /** The former terms, for the history (CON-02). */
  readonly formerTerms?: FormerTerms;
  /** The company after a save, which may be another than before. */
  readonly ofCompany?: ContractCompany | null;
  /** Set if the new reminder day is already due (CON-24). */
  readonly remindsAtOnce?: true;
}

export interface FormerTerms {
  readonly today: Day;
  readonly terms: Readonly<Record<string, unknown>>;
}

/** Integer columns that the rules read as decimal text. */
const counts: ReadonlySet<string> = new Set([
  'duration',
  'min_duration',
  'renewal_duration',
  'notice_period',
  'later_notice_period',
  'notice_workdays',
  'reminder_days_before',
]);
const columns = fieldNames(contractFields).map((name) =>
  counts.has(name) ? `k.${name}::text` : `k.${name}`,
);

const selectHead = `select k.id, k.status, k.amends_id, k.creator_id, k.legal_hold, k.notice_sent_on, k.terminated_on,
    k.termination_confirmed_on, k.notice_form, k.agreed_end, k.first_end, k.renewals_done, k.is_reminder_typed, k.total_netto,
    (select coalesce(sum(round(l.total * (1 + coalesce(l.tax, 0) / 100), 2)), 0)
     from contract_line l where l.contract_id = k.id) as total_brutto, ${columns.join(', ')},
    ${approvalColumns('contract', 'k')}
  from contract k where k.id = $1`;

const selectLines = `select id, sort_no, ${fieldNames(contractLineFields).join(', ')}
  from contract_line where contract_id = $1 order by sort_no, id`;

const selectDue = `select d.id, d.type, d.day, d.meant, d.is_wide, r.lb_user_id
  from contract_due_reminder d left join contract_reminder r on r.id = d.contract_reminder_id
  where d.contract_id = $1 and d.acknowledged_at is null order by d.day, d.id`;

const selectAround = `select array(select id from contract_reminder where contract_id = $1 order by id) as "reminderIds",
    (select coalesce(json_agg(json_build_object('id', id, 'file_id', file_id, 'state', state) order by id), '[]')
      from contract_recognition where contract_id = $1) as readings,
    (select state from contract_letter where contract_id = $1 order by id desc limit 1) as "letterState"`;

/** People who may change contracts may sign them (CON-39); administrators have every right (ROLE-02). */
/** With people who left or were blocked within seven days: that makes nobody the only one who may sign (AUTH-37). */
const selectSigners = `select u.id from lb_user u where (u.active and not u.blocked or ${isLatelyAway}) and not u.is_group
    and u.auditor_ends_on is null and u.roles && array['user-change-contract', 'user-admin'] order by u.id`;

const masterData = ['supplier', 'client', 'department', 'cost_center', 'ledger_account'] as const;

/** Head columns that refer to deactivated records (PROC-43). */
const selectInactive = `select array_remove(array[${masterData
  .map((table, place) => `(select '${table}_id' from ${table} where id = $${place + 1} and not active)`)
  .join(', ')}], null) as inactive`;

/** The company data the contract rules need; null without a company. */
export async function loadCompany(tx: Tx, clientId: number | null): Promise<ContractCompany | null> {
  const company = await tx.maybeOne<ContractCompany>(
    'select currency, federal_state, notice_transit_days, internal_lead_days, responsible_id from client where id = $1',
    [clientId],
  );
  return company ?? null;
}

const termColumns = fieldNames(termFields);

/**
 * The commitment of a contract today, in the currency of its company, or its own while the rate is unknown (CON-39,
 * PRICE-07). Runs as writer.
 */
export async function committedOf(tx: Tx, id: number): Promise<Committed> {
  const [head, lines, { today, state, own }] = await Promise.all([
    tx.one<StoredContract['head']>(selectHead, [id]),
    tx.fixed<ContractLine>(selectLines, [id]),
    tx.one<{ today: Day; state: string | null; own: string | null }>(
      `select (now() at time zone app.time_zone())::date as today, c.federal_state as state, c.currency as own
       from contract k left join client c on c.tenant_id = k.tenant_id and c.id = k.client_id where k.id = $1`,
      [id],
    ),
  ]);
  const { total_netto, until } = commitmentOf({ head, lines }, today, state);
  const rate = knownRate(head, own);
  const net = round(times(total_netto, rate ?? '1'), 2);
  const currency = rate === null ? head.currency : (own ?? head.currency);
  return { net, currency, until, yearly: yearlyTotal(lines, head.usage_type) };
}

/** Contracts for the shared document server. */
export const servedContract: ServedKind<StoredContract, ContractFacts, SavedTerms> = {
  kind: { ...contractKind, committed: committedOf },
  filled: { contract: contractFields },
  settings: [],
  load: async (tx, id) => {
    const [row, lines, dueReminders, around] = await Promise.all([
      tx.one<StoredContract['head'] & Approvals>(selectHead, [id]),
      tx.fixed<ContractLine>(selectLines, [id]),
      tx.fixed<DueReminder>(selectDue, [id]),
      tx.one<Pick<Contract, 'reminderIds' | 'readings' | 'letterState'>>(selectAround, [id]),
    ]);
    return { kind: committingKind, id, ...apart(row), lines, dueReminders, ...around };
  },
  ownFacts: async (tx, { head }) => {
    const [signers, { inactive }, ofCompany, partner, counting] = await Promise.all([
      tx.fixed<{ id: number }>(selectSigners, []),
      tx.one<Pick<ContractFacts, 'inactive'>>(
        selectInactive,
        masterData.map((table) => head[`${table}_id`]),
      ),
      loadCompany(tx, head.client_id),
      tx.maybeOne<{ email: string | null }>('select email from supplier where id = $1', [head.supplier_id]),
      loadCounting(tx, head),
    ]);
    const partnerEmail = partner?.email ?? null;
    return {
      persons: [head.responsible_id, head.creator_id, ...signers.map(({ id }) => id)],
      complete: (common) => ({
        ...common,
        ofCompany,
        partnerEmail,
        signers: signers.map(({ id }) => id),
        required: requiredColumns(common.required_fields),
        inactive,
        counting,
      }),
    };
  },
  approverSources: ({ head }) => ({
    departmentId: head.department_id,
    costCenterId: head.cost_center_id,
    supplierIds: head.supplier_id === null ? [] : [head.supplier_id],
  }),
  likelyPersons: `select responsible_id from contract where id = $1 union (${selectSigners})`,
  budgeted: (document) => ({
    countedId: document.head.amends_id ?? document.id,
    spread: (tx, isLocking) => plannedMonths(tx, document, isLocking),
  }),
  covers: coversContract,
  after: (document) => ({ ...document, head: { ...document.head, ...totalsOf(document.lines) } }),
  keeping: contractKeeping,
  offers: contractFlow.offers,
  livingStatus: statusAfter,
  keepsFiles: mayKeepFiles,
  sealedAt: ({ timeline }) => signatureOf(timeline)?.completedAt ?? null,
  fileAdded: readFileOf,
  touchesContent: ({ head }) => Object.keys(head).length > 0,
  saveParts: async (tx, { context, document, outcome }) => {
    saveReminders(tx, context, document.id, outcome);
    if (outcome.dismissed) dismiss(tx, document.id, outcome.dismissed);
    if (outcome.readsAgain) queueReading(tx, context, document.id, outcome.readsAgain.file_id);
    if (outcome.letter) saveLetter(tx, context, document.id, outcome.letter);
    if (Object.keys(outcome.head).length > 0) recheckReminders(tx, document.id);
    if (outcome.remindsAtOnce) queueReminders(tx);
    if (outcome.formerTerms !== undefined) keepFormerTerms(tx, context, document.id, outcome.formerTerms);
  },
  saved: (tx, situation, outcome) => {
    keepCounted(tx, situation, outcome);
    const { document, facts } = situation;
    if (Object.keys(outcome.head).length === 0 && outcome.takesNumber === null) return;
    const { ofCompany = facts.ofCompany } = outcome;
    const head = { ...document.head, ...outcome.head, id: document.id };
    keepNoticeDays(tx, [{ head, lines: document.lines, company: ofCompany }], facts.today);
  },
  saveNumber: async (_tx, _saving, number) => ({
    contract_number: number,
    contract_number_formatted: formatDocumentNumber('CT', number),
  }),
};

function statusAfter(
  { document, facts }: DocumentSituation<StoredContract, ContractFacts>,
  { head, status }: SavedTerms,
): ContractHead['status'] {
  const state = facts.ofCompany?.federal_state ?? null;
  return livingStatus({ ...document.head, ...head }, status as ContractHead['status'], facts.today, state);
}

/**
 * Keeps what a contract counts in budgets in the transaction that puts it in force or changes it, so that whoever waits
 * for its cost center sees it (BUD-06).
 */
function keepCounted(
  tx: Tx,
  situation: DocumentSituation<StoredContract, ContractFacts>,
  outcome: SavedTerms,
): void {
  const { id, head: former, lines } = situation.document;
  const { counting } = situation.facts;
  const head = { ...former, ...outcome.head, status: statusAfter(situation, outcome) };
  const isChanged = Object.keys(outcome.head).length > 0 || head.status !== former.status;
  if (!isChanged || !counting || !isInForce({ head, timeline: outcome.timeline })) return;
  const months = head.status === 'inactive' ? [] : countedOf({ head, lines }, counting);
  saveCountedMonths(
    tx,
    [id],
    months.map((month) => ({ ...month, id, unrated: null })),
  );
}

/** A month that a contract counts in budgets (`contract_month`). */
interface CountedMonth {
  /** Of the contract. */
  readonly id: number;
  readonly day: Day;
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
  readonly net: Amount;
  /** The currency of a contract whose rate is unknown; null in the currency of the company. */
  readonly unrated: string | null;
}

/** Keeps exactly these months of the contracts; unchanged rows stay untouched. Runs as writer. */
export function saveCountedMonths(
  tx: Tx,
  contracts: readonly number[],
  months: readonly CountedMonth[],
): void {
  tx.send(replaceMonths, [
    contracts,
    months.map(({ id }) => id),
    months.map(({ day }) => day),
    months.map(({ cost_center_id }) => cost_center_id),
    months.map(({ ledger_account_id }) => ledger_account_id),
    months.map(({ net }) => net),
    months.map(({ unrated }) => unrated),
  ]);
}

const replaceMonths = `
  with months as (
    select * from unnest($2::bigint[], $3::date[], $4::bigint[], $5::bigint[], $6::numeric[], $7::text[])
      as m (contract_id, day, cost_center_id, ledger_account_id, net, currency)
  ), gone as (
    delete from contract_month o where o.contract_id = any ($1) and (o.contract_id, o.day) not in (select contract_id, day from months)
  )
  insert into contract_month as o (tenant_id, contract_id, day, cost_center_id, ledger_account_id, net, currency)
  select app.tenant_id(), m.* from months m
  on conflict (tenant_id, contract_id, day) do update
    set cost_center_id = excluded.cost_center_id, ledger_account_id = excluded.ledger_account_id, net = excluded.net,
      currency = excluded.currency
    where (o.cost_center_id, o.ledger_account_id, o.net, o.currency) is distinct from
      (excluded.cost_center_id, excluded.ledger_account_id, excluded.net, excluded.currency)`;

/** Storage of contract lines. */
export const storedLines: StoredLines = {
  table: 'contract_line',
  owner: 'contract_id',
  types: { ...columnTypes(contractLineFields), sort_no: 'integer' },
  fields: contractLineFields,
};

function keepFormerTerms(tx: Tx, context: Context, id: number, { today, terms }: FormerTerms): void {
  const values = termColumns.map((column) => terms[column] ?? null);
  const places = termColumns.map((_, place) => `$${place + 5}`);
  tx.send(
    `insert into contract_term (tenant_id, contract_id, lb_user_id, valid_from, ${termColumns.join(', ')})
     select $1, $2, $3, least($4::date, coalesce(
       (select (max(t.created_at) at time zone app.time_zone())::date from contract_term t where t.contract_id = $2),
       (select (k.created_at at time zone app.time_zone())::date from contract k where k.id = $2))), ${places.join(', ')}`,
    [context.tenantId, id, context.actorId, today, ...values],
  );
}

/** `isInForce` as an SQL condition about the contract `k`. */
export const inForce = `(k.status in ('${restingStatuses.join("', '")}')
  or k.status in ('${openStatuses.join("', '")}') and ${isSigned})`;
