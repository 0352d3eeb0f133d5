import { queryOptions } from '@tanstack/react-query';
import type { Choosable } from '../../../../entity/sheet/lookup.ts';
import { gql } from '../../../../platform/web/api.ts';

/** The name fields of each table. */
const named: Readonly<Record<string, string>> = {
  supplier: 'name',
  client: 'name',
  lb_user: 'name',
  department: 'name: shown_name',
  cost_center: 'number name: shown_name',
  ledger_account: 'number name',
};

const perRead = 5000;

interface Row {
  readonly id: number;
  readonly active: boolean;
  readonly number?: string | null;
  readonly name: string | null;
}

/** All visible records of a table, for cells that find them by number or name. */
export function choosableQuery(table: string) {
  return queryOptions({
    queryKey: ['contract-choosable', table],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Choosable[]> => {
      const query = `query ContractChoosable($offset: Int!) {
        rows: ${table}(order_by: [{ id: asc }], limit: ${perRead}, offset: $offset) { id active ${named[table] ?? 'name'} }
      }`;
      const found: Choosable[] = [];
      for (let offset = 0; ; offset += perRead) {
        const { rows } = await gql<{ rows: readonly Row[] }>(query, { offset }, { signal });
        found.push(...rows.map(choosableOf));
        if (rows.length < perRead) return found;
      }
    },
  });
}

function choosableOf({ id, active, number = null, name }: Row): Choosable {
  return { value: id, number, name: name ?? '', isRetired: !active };
}
