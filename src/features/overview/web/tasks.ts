import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { taskRefreshMs } from '../../../platform/constants.ts';
import { gql } from '../../../platform/web/api.ts';
import { useProfile } from '../../../platform/web/profile.ts';
import { listedFields } from '../documents-query.ts';
import type { Selection } from './documents.ts';
import { type ListedDocument, type ListedRow, listedDocument } from './listed-document.ts';

/** Tasks of the person and of his groups; drafts have a tab of their own (OVW-10). */
const whereMine = `where: {
  status: { _neq: "draft" }
  timeline_entries: { lb_user_id: { _in: $persons }, text_type: { _in: ["present", "assignment"] } }
}`;

const countQuery = `query TaskCount($persons: [bigint!]!) {
  procurement_aggregate(${whereMine}) { aggregate { count } }
}`;

const tasksQuery = `query Tasks($where: procurement_bool_exp!, $order_by: [procurement_order_by!]) {
  procurement(where: $where, order_by: $order_by, limit: 500) { ${listedFields} }
}`;

/** How many tasks wait for the person; null while unknown. Asked anew every minute (OVW-10). */
export function useTaskCount(): number | null {
  const persons = useProfile()?.persons ?? null;
  const { data } = useQuery({
    queryKey: ['tasks', 'count', persons],
    queryFn: async ({ signal }) => {
      type Answer = { procurement_aggregate: { aggregate: { count: number } } };
      const answer = await gql<Answer>(countQuery, { persons }, { signal });
      return answer.procurement_aggregate.aggregate.count;
    },
    enabled: persons !== null,
    refetchInterval: taskRefreshMs,
    placeholderData: keepPreviousData,
  });
  return data ?? null;
}

/** The tasks that a view leaves, in its order. Waits while the selection is null. */
export function tasksOptions(selection: Selection | null) {
  return queryOptions({
    queryKey: ['tasks', 'list', selection],
    queryFn: async ({ signal }): Promise<readonly ListedDocument[]> => {
      const answer = await gql<{ procurement: ListedRow[] }>(tasksQuery, { ...selection }, { signal });
      return answer.procurement.map(listedDocument);
    },
    enabled: selection !== null,
    refetchInterval: taskRefreshMs,
    placeholderData: keepPreviousData,
  });
}
