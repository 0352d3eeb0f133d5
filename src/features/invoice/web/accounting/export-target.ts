import { queryOptions, useQuery } from '@tanstack/react-query';
import { gql } from '../../../../platform/web/api.ts';
import { targetKey, targetOf } from '../../accounting/particulars.ts';
import type { ExportTarget } from '../../model.ts';

const targetQuery = `query ($key: String!) {
  configuration(where: { client_id: { _is_null: true }, key: { _eq: $key } }) { value }
}`;

const targetOptions = queryOptions({
  queryKey: ['configuration', targetKey],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const answer = await gql<{ readonly configuration: readonly { readonly value: string | null }[] }>(
      targetQuery,
      { key: targetKey },
      { signal },
    );
    return targetOf(answer.configuration[0]?.value);
  },
});

/** Where the tenant books its invoices (INV-16); null while it is not known. */
export function useExportTarget(): ExportTarget | null {
  return useQuery(targetOptions).data ?? null;
}
