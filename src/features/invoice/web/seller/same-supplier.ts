import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Row } from '../../../../entity/entity.ts';
import { gql } from '../../../../platform/web/api.ts';
import { supplier } from '../../../master-data/supplier.ts';

/** A supplier that has the VAT id or the account already. */
export interface SameSupplier {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
}

const typingPauseMs = 300;

/** What tells one supplier from all others, as it is stored. */
export function identifiersOf(values: Row): readonly [vatId: string, iban: string] {
  const normal = (name: 'vat_number' | 'iban'): string =>
    String(supplier.fields[name].kind.normal(String(values[name] ?? '')) ?? '');
  return [normal('vat_number'), normal('iban')];
}

export function sameSupplierQuery([vatId, iban]: readonly [string, string]) {
  return queryOptions({
    queryKey: ['entity', supplier.table, 'same', vatId, iban],
    queryFn: async ({ signal }): Promise<SameSupplier | null> => {
      const query = `query Same($where: supplier_bool_exp!) {
        supplier(where: $where, order_by: [{ active: desc }, { id: asc }], limit: 1) { id name active } }`;
      const where = { _or: sameSupplierWhere([vatId, iban]) };
      const answer = await gql<{ supplier: readonly SameSupplier[] }>(query, { where }, { signal });
      return answer.supplier[0] ?? null;
    },
  });
}

/** One account of two VAT ids is a bank that collects for both. */
export function sameSupplierWhere([vatId, iban]: readonly [string, string]): readonly object[] {
  const isAccount = { iban: { _eq: iban } };
  const hasOtherwiseNone = { _and: [isAccount, { vat_number: { _is_null: true } }] };
  return [
    ...(vatId === '' ? [] : [{ vat_number: { _eq: vatId } }]),
    ...(iban === '' ? [] : [vatId === '' ? isAccount : hasOtherwiseNone]),
  ];
}

/** The supplier that has the typed VAT id or account already, as far as the person sees it. */
export function useSameSupplier(values: Row): SameSupplier | null {
  const [vatId, iban] = identifiersOf(values);
  const [typed] = useDebouncedValue(`${vatId} ${iban}`, typingPauseMs);
  const [first = '', second = ''] = typed.split(' ');
  const isKnown = first !== '' || second !== '';
  const { data = null } = useQuery({ ...sameSupplierQuery([first, second]), enabled: isKnown });
  return data;
}
