import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { gql } from '../../../platform/web/api.ts';

/** The sources of a document's approvers (APPR-06). */
export const approverSources = ['department', 'cost_center', 'supplier'] as const;
export type ApproverSource = (typeof approverSources)[number];

/** The parts of a document that have approvers. */
export interface ApprovedPlaces {
  readonly departmentId: number | null;
  /** Of head and lines. */
  readonly costCenterIds: readonly number[];
  readonly supplierIds: readonly number[];
}

interface SourceLink {
  readonly lb_user_id: number;
  readonly is_required: boolean;
}

/** The approver links by source. */
export type SourceLinks = Readonly<Record<ApproverSource, readonly SourceLink[]>>;

/** The sources that link a person, in reading order. */
export function sourcesOf(links: SourceLinks, personId: number): readonly ApproverSource[] {
  return approverSources.filter((source) => links[source].some(({ lb_user_id: id }) => id === personId));
}

/** Whether a link is required (APPR-01). */
export function isRequiredBy(links: SourceLinks, personId: number): boolean {
  return approverSources.some((source) =>
    links[source].some(({ lb_user_id: id, is_required }) => is_required && id === personId),
  );
}

const nobody: SourceLinks = { department: [], cost_center: [], supplier: [] };

/** The current approver links of a running document; empty until loaded. */
export function useSourceLinks({ departmentId, costCenterIds, supplierIds }: ApprovedPlaces): SourceLinks {
  const variables = {
    department: departmentId ?? 0,
    cost_centers: costCenterIds,
    suppliers: supplierIds.toSorted((one, other) => one - other),
  };
  const { data } = useQuery({
    queryKey: ['approver-sources', variables],
    queryFn: ({ signal }) => gql<SourceLinks>(linksQuery, variables, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return data ?? nobody;
}

const linksQuery = `query ($department: bigint!, $cost_centers: [bigint!]!, $suppliers: [bigint!]!) {
  department: department_approver(where: { department_id: { _eq: $department } }) { lb_user_id is_required }
  cost_center: cost_center_approver(where: { cost_center_id: { _in: $cost_centers } }) { lb_user_id is_required }
  supplier: supplier_approver(where: { supplier_id: { _in: $suppliers } }) { lb_user_id is_required }
}`;
