import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Amount, round, times } from '../../../../base/money.ts';
import { gql } from '../../../../platform/web/api.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { type Approver, areEnough, findApprovers, type SelfApproval } from '../../../approval/approvers.ts';
import type { Totals } from '../../totals.ts';
import { amountOrNull } from '../document.ts';
import type { Draft } from '../draft/draft.ts';

interface LinkRow {
  readonly is_required: boolean;
  readonly lb_user: PersonRow | null;
}

interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly blocked: boolean;
  readonly is_group: boolean;
  readonly approval_limit: number | null;
  readonly priority_approval_limit: number | null;
}

interface ApprovalAnswer {
  readonly client_by_pk: {
    readonly min_approval: number;
    readonly self_approval: SelfApproval;
    readonly amount_basis: 'net' | 'gross';
  } | null;
  readonly department_approver: readonly LinkRow[];
  readonly cost_center_approver: readonly LinkRow[];
  readonly supplier_approver: readonly LinkRow[];
  readonly chosen: readonly PersonRow[];
  /** Whether equal limits are ordered by priority (APPR-03). */
  readonly configuration: readonly { readonly value: string | null }[];
}

export interface ApproverProposal {
  readonly approvers: readonly Approver[];
  /** Too few persons, or nobody's limit is high enough (PROC-14). */
  readonly message: string | null;
}

/**
 * Who will have to approve, as the draft stands now: the same choice that the submit makes (APPR-10). Null until it
 * can be told, and for people who may not see limits.
 */
export function useApproverProposal(
  draft: Draft,
  totals: Totals,
  creatorId: number,
): ApproverProposal | null {
  const seesPrices = useHasRole('user-price');
  const { client, department, cost_center } = draft.head;
  const suppliers = [...new Set(draft.lines.map((line) => line.supplier?.id ?? 0))].toSorted();
  const variables = {
    client: client?.id ?? 0,
    department: department?.id ?? 0,
    cost_center: cost_center?.id ?? 0,
    suppliers,
    chosen: draft.approvers.map((person) => person.id),
  };
  const { data } = useQuery({
    queryKey: ['procurement-approver-pool', variables],
    queryFn: ({ signal }) => gql<ApprovalAnswer>(poolQuery, variables, { signal }),
    enabled: seesPrices && client !== null && department !== null && cost_center !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (data === undefined || data.client_by_pk === null || client === null) return null;
  const total = data.client_by_pk.amount_basis === 'gross' ? totals.total_brutto : totals.total_netto;
  return proposal(data, round(times(total, draft.head.exchange_rate ?? '1'), 2), creatorId);
}

function proposal(answer: ApprovalAnswer, value: Amount, creatorId: number): ApproverProposal {
  const links = [...answer.department_approver, ...answer.cost_center_approver, ...answer.supplier_approver];
  const minApproval = answer.client_by_pk?.min_approval ?? 0;
  const { approvers, isUncovered } = findApprovers({
    pool: links.flatMap(({ lb_user, is_required }) =>
      lb_user === null ? [] : approver(lb_user, { is_required }),
    ),
    chosen: answer.chosen.flatMap((person) =>
      approver(person, { inserted_manually: !person.is_group, inserted_by_group: person.is_group }),
    ),
    value,
    minApproval,
    isPriorityOn: answer.configuration[0]?.value === 'true',
    creatorId,
    selfApproval: answer.client_by_pk?.self_approval ?? 'never',
  });
  const isEnough = areEnough(approvers, minApproval);
  if (isEnough !== true) return { approvers, message: refusalText(isEnough.code, isEnough.values) };
  return { approvers, message: isUncovered ? refusalText('none_has_limit') : null };
}

function approver(person: PersonRow, marks: Partial<Approver>): readonly Approver[] {
  if (!person.active || person.blocked) return [];
  return [
    {
      lb_user_id: person.id,
      name: person.name,
      approval_limit: amountOrNull(person.approval_limit),
      priority_approval_limit: person.priority_approval_limit,
      is_required: false,
      inserted_manually: false,
      inserted_by_group: false,
      ...marks,
    },
  ];
}

const person = 'id name active blocked is_group approval_limit priority_approval_limit';
const poolQuery = `query ($client: bigint!, $department: bigint!, $cost_center: bigint!, $suppliers: [bigint!]!, $chosen: [bigint!]!) {
  client_by_pk(id: $client) { min_approval self_approval amount_basis }
  department_approver(where: { department_id: { _eq: $department } }) { is_required lb_user { ${person} } }
  cost_center_approver(where: { cost_center_id: { _eq: $cost_center } }) { is_required lb_user { ${person} } }
  supplier_approver(where: { supplier_id: { _in: $suppliers } }) { is_required lb_user { ${person} } }
  chosen: lb_user(where: { id: { _in: $chosen } }) { ${person} }
  configuration(where: { client_id: { _is_null: true }, key: { _eq: "approval_limit_priority" } }) { value }
}`;
