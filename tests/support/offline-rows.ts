import type { Row, Rows, Table } from '../../src/app/web/offline/rows.ts';

/** The rows of the store of a browser, in memory. */
export function memoryRows(): Rows & { readonly tables: ReadonlyMap<Table, ReadonlyMap<string, Row>> } {
  const tables = new Map<Table, Map<string, Row>>();
  const rowsOf = (table: Table): Map<string, Row> => {
    const rows = tables.get(table) ?? new Map<string, Row>();
    tables.set(table, rows);
    return rows;
  };
  return {
    tables,
    get: async <Kept extends Row>(table: Table, id: string) => rowsOf(table).get(id) as Kept | undefined,
    all: async <Kept extends Row>(table: Table) => [...rowsOf(table).values()] as unknown as readonly Kept[],
    put: async (written) => {
      for (const [table, row] of Object.entries(written)) rowsOf(table as Table).set(row.id, row);
    },
    remove: async (used, ids) => {
      for (const table of used) for (const id of ids) rowsOf(table).delete(id);
    },
    clear: async () => tables.clear(),
  };
}
