import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Amount, round, times } from '../../../base/money.ts';
import { gql } from '../../../platform/web/api.ts';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { useHasRole } from '../../../platform/web/profile.ts';
import {
  type Approver,
  type ApproverQuestion,
  additionalBudgetApprovers,
  areEnough,
  covers,
  entitledBy,
  findApprovers,
  type SelfApproval,
} from '../../approval/approvers.ts';
import { knownRate, type Rated } from '../../currency.ts';
import type { CompanySettings } from '../../facts.ts';
import type { ApproverProposal } from './ApproverPanel.tsx';
import { type ApproverSource, type SourceLinks, sourcesOf } from './approver-sources.ts';
import { replacementFor, type Standings, useStandings } from './approver-status.ts';

interface LinkRow {
  readonly is_required: boolean;
  readonly lb_user: PersonRow | null;
}

interface LinkedPerson {
  readonly lb_user_id: number;
}

interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly blocked: boolean;
  readonly is_group: boolean;
}

/** The server's response with the possible approvers. */
export interface ApprovalAnswer {
  readonly client_by_pk: {
    readonly currency: string;
    readonly min_approval: number;
    readonly self_approval: SelfApproval;
    readonly amount_basis: 'net' | 'gross';
    readonly when_budget_exceeded: CompanySettings['when_budget_exceeded'];
  } | null;
  readonly department_approver: readonly LinkRow[];
  /** For all cost centers of the document; those of its lines only matter for their budgets (APPR-06, APPR-16). */
  readonly cost_center_approver: readonly (LinkRow & { readonly cost_center_id: number })[];
  readonly supplier_approver: readonly LinkRow[];
  readonly chosen: readonly PersonRow[];
  /** The approver links of the chosen persons in the company, regardless of the document (APPR-10). */
  readonly of_departments: readonly LinkedPerson[];
  readonly of_cost_centers: readonly LinkedPerson[];
  readonly of_suppliers: readonly LinkedPerson[];
  /** Whether equal limits are ordered by priority (APPR-03). */
  readonly configuration: readonly { readonly value: string | null }[];
}

/** The parts of the draft that determine its approvers. */
export interface ApprovalQuestion {
  readonly clientId: number | null;
  readonly departmentId: number | null;
  /** The head's cost center, whose approvers are included. */
  readonly costCenterId: number | null;
  /** Of head and lines: their approvers are included if their budget is exceeded (APPR-16). */
  readonly costCenterIds: readonly number[];
  readonly exceededCostCenters: readonly number[];
  readonly supplierIds: readonly number[];
  /** Manually added persons and groups. */
  readonly chosenIds: readonly number[];
  readonly totals: { readonly total_netto: Amount; readonly total_brutto: Amount };
  /** The currency and rate of the document. */
  readonly rated: Rated;
  readonly creatorId: number;
}

/**
 * The approvers of the current draft, chosen like on submit (APPR-10), including those for exceeded budgets
 * (APPR-16). Null until known, while the rate of the document is unknown (PRICE-07), and for people who may not see
 * limits.
 */
export function useApproverProposal(question: ApprovalQuestion): ApproverProposal | null {
  const { clientId, departmentId, costCenterId, totals } = question;
  const seesPrices = useHasRole('user-price');
  const variables = {
    client: clientId ?? 0,
    department: departmentId ?? 0,
    cost_centers: question.costCenterIds,
    suppliers: question.supplierIds.toSorted((one, other) => one - other),
    chosen: question.chosenIds,
  };
  const { data } = useQuery({
    queryKey: ['approver-pool', variables],
    queryFn: ({ signal }) => gql<ApprovalAnswer>(poolQuery, variables, { signal }),
    enabled: seesPrices && clientId !== null && departmentId !== null && costCenterId !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const company = data?.client_by_pk ?? null;
  const value = company && comparedValue(totals, question.rated, company);
  const standings = useStandings(data === undefined ? [] : idsIn(data), value);
  if (data === undefined || standings === undefined || value === null || clientId === null) return null;
  return proposedApprovers(data, standings, { ...question, value });
}

/** The value that limits are compared with, in the company's currency; null while the rate is unknown (PRICE-07). */
export function comparedValue(
  { total_netto, total_brutto }: ApprovalQuestion['totals'],
  rated: Rated,
  { currency, amount_basis }: Pick<NonNullable<ApprovalAnswer['client_by_pk']>, 'currency' | 'amount_basis'>,
): Amount | null {
  const rate = knownRate(rated, currency);
  return rate && round(times(amount_basis === 'gross' ? total_brutto : total_netto, rate), 2);
}

function idsIn(answer: ApprovalAnswer): readonly number[] {
  const links = [...answer.department_approver, ...answer.cost_center_approver, ...answer.supplier_approver];
  const people = [...links.map(({ lb_user }) => lb_user), ...answer.chosen];
  return [...new Set(people.flatMap((one) => one?.id ?? []))].toSorted((one, other) => one - other);
}

/** What the choice among the possible approvers depends on. */
export interface ProposalQuestion {
  /** In the company's currency. */
  readonly value: Amount;
  readonly creatorId: number;
  readonly costCenterId: number | null;
  /** The cost centers whose budget the document exceeds. */
  readonly exceededCostCenters: readonly number[];
}

/** The choice among the possible approvers, with its problem if any. */
export function proposedApprovers(
  answer: ApprovalAnswer,
  standings: Standings,
  question: ProposalQuestion,
): ApproverProposal {
  const { value, creatorId, costCenterId, exceededCostCenters } = question;
  const { client_by_pk: company, cost_center_approver: ofCostCenters } = answer;
  const links = [
    ...answer.department_approver,
    ...ofCostCenters.filter(({ cost_center_id }) => cost_center_id === costCenterId),
    ...answer.supplier_approver,
  ];
  const approver = approverBy(standings, value);
  const linked = ({ lb_user, is_required }: LinkRow): readonly Approver[] =>
    lb_user === null ? [] : approver(lb_user, { is_required });
  const exceededBudgets = exceededCostCenters.map((id) => ({
    approvers: ofCostCenters
      .filter(({ cost_center_id, is_required }) => cost_center_id === id && is_required)
      .flatMap(linked),
  }));
  const minApproval = company?.min_approval ?? 0;
  const inCompany = [...answer.of_departments, ...answer.of_cost_centers, ...answer.of_suppliers];
  const people: ApproverQuestion = {
    pool: links.flatMap(linked),
    additional: additionalBudgetApprovers({ company, exceededBudgets }),
    chosen: answer.chosen.flatMap((person) =>
      approver(person, { inserted_manually: !person.is_group, inserted_by_group: person.is_group }),
    ),
    value,
    minApproval,
    isPriorityOn: answer.configuration[0]?.value === 'true',
    creatorId,
    selfApproval: company?.self_approval ?? 'never',
    approvesInCompany: (person) => inCompany.some((one) => one.lb_user_id === person),
  };
  const { approvers: found, isUncovered } = findApprovers(people);
  const isEntitled = entitledBy(people);
  const sources: SourceLinks = {
    department: personsOf(answer.department_approver),
    cost_center: personsOf(
      ofCostCenters.filter(
        ({ cost_center_id: id }) => id === costCenterId || exceededCostCenters.includes(id),
      ),
    ),
    supplier: personsOf(answer.supplier_approver),
  };
  const approvers = found.map((one) => ({
    ...one,
    isEntitled: isEntitled(one),
    covers: isEntitled(one) && covers(one, value),
    sources: sourcesOf(sources, one.lb_user_id),
  }));
  const isEnough = areEnough(approvers.filter(isEntitled), minApproval);
  if (isEnough !== true) return { approvers, message: refusalText(isEnough.code, isEnough.values) };
  const uncovered = { value, ...(company ? { currency: company.currency } : {}) };
  return { approvers, message: isUncovered ? refusalText('none_has_limit', uncovered) : null };
}

function personsOf(links: readonly LinkRow[]): SourceLinks[ApproverSource] {
  return links.flatMap(({ lb_user, is_required }) =>
    lb_user === null ? [] : [{ lb_user_id: lb_user.id, is_required }],
  );
}

function approverBy(standings: Standings, value: Amount) {
  return (person: PersonRow, marks: Partial<Approver>): readonly Approver[] => {
    if (!person.active || person.blocked) return [];
    return [
      {
        lb_user_id: person.id,
        name: person.name,
        ...replacementFor(standings.get(person.id), value),
        is_required: false,
        inserted_manually: false,
        inserted_by_group: false,
        ...marks,
      },
    ];
  };
}

const person = 'id name active blocked is_group';
const poolQuery = `query ($client: bigint!, $department: bigint!, $cost_centers: [bigint!]!, $suppliers: [bigint!]!, $chosen: [bigint!]!) {
  client_by_pk(id: $client) { currency min_approval self_approval amount_basis when_budget_exceeded }
  department_approver(where: { department_id: { _eq: $department } }) { is_required lb_user { ${person} } }
  cost_center_approver(where: { cost_center_id: { _in: $cost_centers } }) { cost_center_id is_required lb_user { ${person} } }
  supplier_approver(where: { supplier_id: { _in: $suppliers } }) { is_required lb_user { ${person} } }
  chosen: lb_user(where: { id: { _in: $chosen } }) { ${person} }
  of_departments: department_approver(where: { lb_user_id: { _in: $chosen }, department: { _or: [
    { client_id: { _eq: $client } }, { department_clients: { client_id: { _eq: $client } } }] } }) { lb_user_id }
  of_cost_centers: cost_center_approver(where: { lb_user_id: { _in: $chosen },
    cost_center: { cost_center_clients: { client_id: { _eq: $client } } } }) { lb_user_id }
  of_suppliers: supplier_approver(where: { lb_user_id: { _in: $chosen }, supplier: { _or: [
    { supplier_clients: { client_id: { _eq: $client } } }, { _not: { supplier_clients: {} } }] } }) { lb_user_id }
  configuration(where: { client_id: { _is_null: true }, key: { _eq: "approval_limit_priority" } }) { value }
}`;
