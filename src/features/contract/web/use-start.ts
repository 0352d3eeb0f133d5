import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reference } from '../../../document/web/draft/reference.ts';
import { gql } from '../../../platform/web/api.ts';
import { useSession } from '../../../platform/web/session.ts';
import { contractKind } from '../kind.ts';
import { type ContractCompanyRow, contractCompany, contractCompanyFields } from './company.ts';
import { type ContractDraft, emptyDraft } from './draft.ts';

interface Maker extends Reference {
  readonly client: ContractCompanyRow | null;
  readonly department: Reference | null;
  readonly cost_center: Reference | null;
}

function makerQuery(id: number) {
  return queryOptions({
    queryKey: [`${contractKind.name}-maker`, id],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const query = `query ContractMaker($id: bigint!) { lb_user_by_pk(id: $id) {
        id name client { ${contractCompanyFields} } department { id name: shown_name }
        cost_center { id number name: shown_name } } }`;
      const answer = await gql<{ lb_user_by_pk: Maker | null }>(query, { id }, { signal });
      return answer.lb_user_by_pk;
    },
  });
}

/** Prefills a new contract with the person and their company, once, so that typed values stay. */
export function useStart(isNeeded: boolean): { readonly draft: ContractDraft; readonly isPending: boolean } {
  const session = useSession();
  const { data, isPending } = useQuery({ ...makerQuery(session?.userId ?? 0), enabled: isNeeded });
  const [draft, setDraft] = useState(emptyDraft);
  if (draft === emptyDraft && data) setDraft(draftOfMaker(data));
  return { draft, isPending };
}

function draftOfMaker({ id, name, client, department, cost_center }: Maker): ContractDraft {
  const place =
    client === null
      ? {}
      : {
          client: contractCompany(client),
          department,
          cost_center: department === null ? null : cost_center,
        };
  return { ...emptyDraft, head: { ...emptyDraft.head, responsible: { id, name }, ...place } };
}
