import { isRefusal } from '../../src/base/refusal.ts';
import { noApprovals } from '../../src/document/approval/covered.ts';
import { coverOf } from '../../src/document/approval/holds.ts';
import { recordDue } from '../../src/document/approval/round.ts';
import { emptyStored } from '../../src/document/fields.ts';
import { committingKind } from '../../src/features/contract/commitment.ts';
import { coversContract } from '../../src/features/contract/covered.ts';
import { contractFields, contractLineFields } from '../../src/features/contract/fields.ts';
import type {
  Contract,
  ContractFacts,
  ContractHead,
  ContractLine,
} from '../../src/features/contract/model.ts';
import { livingStatus, totalsOf } from '../../src/features/contract/rules.ts';
import {
  type ContractInputs,
  type ContractSituation,
  contractFlow,
} from '../../src/features/contract/steps.ts';
import type { ContractStatus } from '../../src/timeline/kinds.ts';
import { startTimeline } from '../../src/timeline/operations.ts';
import { actor, approver, cast, company, person, withIds } from './procurement-situation.ts';
import { idOf, noon } from './timeline-notation.ts';

export const contractLine = (details: Partial<ContractLine> = {}): ContractLine => ({
  ...emptyStored(contractLineFields),
  id: null,
  sort_no: 0,
  type: 'maintenance',
  name: 'Inspektion nach DGUV 52',
  quantity: '4',
  total: '3120.00',
  tax: '19',
  ...details,
});

/** U creates it, R is responsible, K clears; no approval is needed unless the facts require it. */
export function contract(details: Partial<ContractHead> = {}, lines = [contractLine()]): Contract {
  const head: ContractHead = {
    ...emptyStored(contractFields),
    id: 87,
    status: 'pending',
    amends_id: null,
    creator_id: idOf('U'),
    currency: 'EUR',
    exchange_rate: null,
    ...totalsOf(lines),
    legal_hold: null,
    notice_sent_on: null,
    terminated_on: null,
    termination_confirmed_on: null,
    notice_form: null,
    agreed_end: null,
    first_end: null,
    renewals_done: 0,
    is_reminder_typed: false,
    name: 'Wartung Krananlagen',
    supplier_id: 7,
    client_id: 1,
    department_id: 2,
    cost_center_id: 3,
    responsible_id: idOf('R'),
    ...details,
  };
  const occasion = { now: noon, actorId: idOf('U'), isGroup: () => false };
  return {
    kind: committingKind,
    head,
    lines,
    dueReminders: [],
    reminderIds: [],
    readings: [],
    letterState: null,
    approvals: noApprovals,
    attachments: [],
    timeline: withIds(startTimeline({ type: 'contract-start' }, occasion)),
  };
}

/** A year that renews itself for a year, with three months of notice (F2a of CON-23). */
export const yearlyTerms = {
  term_type: 'fixed',
  start_date: '2025-01-01',
  duration: '12',
  duration_unit_type: 'month',
  renewal_type: 'auto',
  renewal_duration: '1',
  renewal_duration_unit_type: 'year',
  notice_period: '3',
  notice_period_unit_type: 'month',
} as const;

/** The same from 2026 with a month of notice: the notice must arrive by Monday, 2026-11-30. */
export const yearlyFrom2026 = {
  ...yearlyTerms,
  start_date: '2026-01-01',
  renewal_duration: '12',
  renewal_duration_unit_type: 'month',
  notice_period: '1',
  usage_type: 'yearly',
} as const;

/** A contract that U has made, and R has checked and signed. */
export function signedContract(made: Contract = contract(yearlyTerms), facts = contractFacts()): Contract {
  const checked = acted(contractSituation('U', made, facts), 'to_check', {});
  const signing = acted(contractSituation('R', checked, facts), 'to_signing', {});
  return acted(contractSituation('R', signing, facts), 'sign', {});
}

export function contractFacts(details: Partial<ContractFacts> = {}): ContractFacts {
  return {
    now: noon,
    today: noon.slice(0, 10),
    people: new Map([...cast, 'R'].map((name) => [idOf(name), person(name)])),
    company: { ...company, min_approval: 0 },
    approval: { pool: [], chosen: [], isPriorityOn: false, substitute: null, actors: [], meansLimit: null },
    exceededBudgets: [],
    roleDefaults: {
      formDepartment: null,
      creatorDepartment: null,
      formClient: null,
      creatorClient: null,
      global: { user_clearing_id: idOf('K') },
    },
    decimalPlaces: 2,
    openQuestions: [],
    ofCompany: {
      currency: company.currency,
      federal_state: null,
      notice_transit_days: 3,
      internal_lead_days: 14,
      responsible_id: null,
    },
    partnerEmail: 'kuendigung@kran.example',
    signers: [],
    required: [],
    inactive: [],
    ...details,
  };
}

/** A approves any amount. */
export const approvedByA = contractFacts({
  company,
  approval: {
    pool: [approver('A', null, { is_required: true })],
    chosen: [],
    isPriorityOn: false,
    substitute: null,
    actors: [],
    meansLimit: null,
  },
});

export function contractSituation(
  name: string,
  document: Contract,
  facts: ContractFacts = contractFacts(),
  roles: readonly string[] = ['user-price'],
): ContractSituation {
  return { actor: actor(name, { roles }), document, facts };
}

/** The contract after an action, with the status that the store would set; throws where the action is refused. */
export function acted<Key extends keyof ContractInputs & string>(
  situation: ContractSituation,
  action: Key,
  input: ContractInputs[Key],
): Contract {
  const result = contractFlow.decide(action, situation, input);
  if (isRefusal(result)) throw new Error(`${action}: ${result.code}`);
  const { document, facts } = situation;
  const head = { ...document.head, ...result.head };
  const status = livingStatus(
    head,
    result.status as ContractStatus,
    facts.today,
    facts.ofCompany?.federal_state ?? null,
  );
  const after = { ...document, head: { ...head, status }, timeline: withIds(result.timeline) };
  const due = recordDue(document.timeline, after.timeline, 'contract-approval');
  const covered = coverOf({ document: after, facts }, coversContract(after), facts.today);
  const isApproved = result.isApprovalUnneeded === true || due === 'approved';
  const asked = due === 'asked' ? { ...document.approvals, asked: covered } : document.approvals;
  return { ...after, approvals: isApproved ? { approved: covered, asked: null } : asked };
}
