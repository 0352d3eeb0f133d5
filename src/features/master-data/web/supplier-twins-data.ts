import { queryOptions } from '@tanstack/react-query';
import { changeByKey, gql } from '../../../platform/web/api.ts';
import { queryClient } from '../../../platform/web/query.ts';

export interface Twin {
  readonly id: number;
  readonly name: string;
  readonly external_id: string | null;
  readonly active: boolean;
}

/** Suppliers that share an identifying value (ADM-22). */
export interface TwinGroup {
  readonly shared: 'vat_number' | 'tax_number' | 'iban';
  readonly value: string;
  readonly suppliers: readonly Twin[];
}

/** The identifying values of a supplier as typed. */
export interface NamingValues {
  readonly vat_number: string | null;
  readonly tax_number: string | null;
  readonly iban: string | null;
}

const groupFields = 'shared value suppliers { id name external_id active }';

/** All groups of possibly identical suppliers. */
export const allTwinsOptions = () =>
  queryOptions({
    queryKey: ['entity', 'supplier', 'twins'],
    queryFn: ({ signal }) => readTwins(`{ groups: supplier_twins { ${groupFields} } }`, {}, signal),
  });

/** The other suppliers with one of these values. */
export const twinsOfOptions = (id: number | null, values: NamingValues) =>
  queryOptions({
    queryKey: ['entity', 'supplier', 'twins', id, values],
    enabled: Object.values(values).some((value) => value !== null),
    queryFn: ({ signal }) =>
      readTwins(
        `query ($id: bigint, $vat_number: String, $tax_number: String, $iban: String) {
          groups: supplier_twins(id: $id, vat_number: $vat_number, tax_number: $tax_number, iban: $iban) { ${groupFields} } }`,
        { id, ...values },
        signal,
      ),
  });

/** The supplier into which a supplier was merged; null where it was not merged. */
export const mergedOptions = (id: number | null) =>
  queryOptions({
    queryKey: ['entity', 'supplier', 'merged', id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (
        await gql<{ supplier: { readonly merged_into: Twin | null } | null }>(
          `query ($id: bigint!) { supplier: supplier_by_pk(id: $id) { merged_into { id name external_id active } } }`,
          { id },
          { signal },
        )
      ).supplier?.merged_into ?? null,
  });

async function readTwins(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<readonly TwinGroup[]> {
  return (await gql<{ groups: readonly TwinGroup[] }>(query, variables, { signal })).groups;
}

/** Merges a supplier into another one, or proposes the merge to a second administrator. */
export async function mergeSupplier(id: number, into: number): Promise<void> {
  await changeByKey(
    'mutation ($id: bigint!, $into: bigint!) { update_supplier_by_pk(pk_columns: { id: $id }, _set: { merged_into_id: $into }) { id } }',
    { id, into },
  );
  await queryClient.invalidateQueries();
}
