import type { Tx } from '../../../platform/server/database.ts';
import type { TypedLine } from '../editing.ts';
import type { ProcurementFields, ProcurementLine } from '../model.ts';
import { isEmptyLine } from '../validation.ts';
import { linkedTo } from './selectable.ts';

type FoundFields = Pick<ProcurementLine, 'ledger_account_id' | 'cost_center_id' | 'tax'>;
type Head = Pick<ProcurementFields, 'client_id' | 'department_id' | 'ledger_account_id' | 'cost_center_id'>;

/** The columns from which a line finds its account. */
const sources = ['product_id', 'product_group_id', 'marketplace_id', 'supplier_id'] as const;

/** Fills the found values into the lines for which they were searched, in the same order. */
export type FillFound = (lines: readonly TypedLine[]) => readonly TypedLine[];

/**
 * Finds account, cost center and tax of lines in product, product group, marketplace, supplier and company (the first
 * value counts), if neither the line nor the head of the request has one (PROC-39). A value found for another product
 * or supplier is searched again. Records that the company may not use are skipped. Runs as writer.
 */
export async function findAccounts(
  tx: Tx,
  head: Head,
  stored: readonly ProcurementLine[],
  lines: readonly TypedLine[],
): Promise<FillFound> {
  const known = new Map(stored.map((line) => [line.id, line]));
  const open = lines.map((line) => openFields(head, line.id === null ? undefined : known.get(line.id), line));
  const wanted = open.flatMap((fields, place) => (fields.length === 0 ? [] : [place]));
  if (wanted.length === 0) return (filled) => filled;
  const column = (name: (typeof sources)[number]) => wanted.map((place) => lines[place]?.[name] ?? null);
  const rows = await tx.fixed<FoundFields>(findSql, [
    head.client_id,
    head.department_id,
    ...sources.map(column),
  ]);
  const found = new Map(wanted.map((place, index) => [place, rows[index]]));
  return (filled) =>
    filled.map((line, place) => {
      const answer = found.get(place);
      if (answer === undefined) return line;
      const names = (open[place] ?? []).filter(
        (name) => name !== 'cost_center_id' || !line.is_cost_center_fixed,
      );
      return { ...line, ...Object.fromEntries(names.map((name) => [name, answer[name]])) };
    });
}

/** The fields to find for a line: empty, or found for another product or supplier before. */
function openFields(
  head: Head,
  before: ProcurementLine | undefined,
  line: TypedLine,
): readonly (keyof FoundFields)[] {
  if (isEmptyLine(line)) return [];
  const isOther = before !== undefined && sources.some((name) => before[name] !== line[name]);
  const isOpen = (name: 'ledger_account_id' | 'cost_center_id'): boolean =>
    head[name] === null && (line[name] === null || (isOther && before[name] === line[name]));
  return [
    ...(isOpen('ledger_account_id') ? (['ledger_account_id'] as const) : []),
    ...(isOpen('cost_center_id') && !line.is_cost_center_fixed ? (['cost_center_id'] as const) : []),
    ...(line.tax === null && (before === undefined || isOther) ? (['tax'] as const) : []),
  ];
}

const findSql = `
  select
    (select a.id from unnest(array[p.ledger_account_id, g.ledger_account_id, m.ledger_account_id, s.ledger_account_id,
         c.default_ledger_account_id]) with ordinality o (id, rank)
       join ledger_account a on a.id = o.id and a.active and ${linkedTo.ledgerAccount('a', '$1')}
     order by o.rank limit 1) as ledger_account_id,
    (select k.id from unnest(array[p.cost_center_id, g.cost_center_id, m.cost_center_id, s.cost_center_id])
         with ordinality o (id, rank)
       join cost_center k on k.id = o.id and k.active and ${linkedTo.costCenter('k', '$1', '$2')}
     order by o.rank limit 1) as cost_center_id,
    coalesce(p.tax, g.tax, m.tax, s.tax) as tax
  from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      with ordinality w (product_id, product_group_id, marketplace_id, supplier_id, place)
    left join product p on p.id = w.product_id
    left join product_group g on g.id = coalesce(w.product_group_id, p.product_group_id)
    left join marketplace m on m.id = w.marketplace_id
    left join supplier s on s.id = coalesce(w.supplier_id, p.supplier_id)
    left join client c on c.id = $1
  order by w.place`;
