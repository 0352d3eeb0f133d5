import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Row } from '../../../../entity/entity.ts';
import { gql } from '../../../../platform/web/api.ts';
import { supplier } from '../../../master-data/supplier.ts';

/** An existing supplier with the same VAT ID or account. */
export interface SameSupplier {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
}

const typingPauseMs = 300;

/** The identifiers of a supplier in stored notation. */
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

/** Two VAT IDs with the same account mean a bank that collects for both. */
export function sameSupplierWhere([vatId, iban]: readonly [string, string]): readonly object[] {
  const isAccount = { iban: { _eq: iban } };
  const hasOtherwiseNone = { _and: [isAccount, { vat_number: { _is_null: true } }] };
  return [
    ...(vatId === '' ? [] : [{ vat_number: { _eq: vatId } }]),
    ...(iban === '' ? [] : [vatId === '' ? isAccount : hasOtherwiseNone]),
  ];
}

/** The existing supplier with the entered VAT ID or account, if the person may see it. */
export function useSameSupplier(values: Row): SameSupplier | null {
  const [vatId, iban] = identifiersOf(values);
  const [typed] = useDebouncedValue(`${vatId} ${iban}`, typingPauseMs);
  const [first = '', second = ''] = typed.split(' ');
  const isKnown = first !== '' || second !== '';
  const { data = null } = useQuery({ ...sameSupplierQuery([first, second]), enabled: isKnown });
  return data;
}
