import type pg from 'pg';

type Row = Readonly<Record<string, unknown>>;

/** Finds the id of a row by its key; throws if there is none, which is a mistake in the data. */
export type IdOf = (key: string) => number;

/**
 * Inserts rows of one tenant with one statement per set of columns, so that missing columns get their defaults. Table
 * and column names come from code only.
 */
export class TableRows {
  readonly #client: pg.ClientBase;
  readonly tenantId: number;

  constructor(client: pg.ClientBase, tenantId: number) {
    this.#client = client;
    this.tenantId = tenantId;
  }

  /** Inserts rows of a plain link between two tables. */
  async link(table: string, rows: readonly Row[]): Promise<void> {
    for (const alike of byColumns(rows)) await this.#insert(table, alike, 'tenant_id');
  }

  /** Returns a function that finds the new rows by the column `key`. */
  async insert(table: string, key: string, rows: readonly Row[]): Promise<IdOf> {
    const ids = new Map<string, number>();
    for (const alike of byColumns(rows)) {
      const inserted = await this.#insert(table, alike, `id, ${key} as key`);
      for (const row of inserted) ids.set(row.key, Number(row.id));
    }
    return (wanted) => {
      const id = ids.get(wanted);
      if (id === undefined) throw new Error(`no ${table} has the ${key} "${wanted}"`);
      return id;
    };
  }

  async #insert(
    table: string,
    rows: readonly Row[],
    returning: string,
  ): Promise<{ id: string; key: string }[]> {
    const columns = Object.keys(rows[0] ?? {}).map((column) => `"${column}"`);
    const { rows: inserted } = await this.#client.query<{ id: string; key: string }>(
      `insert into public."${table}" (tenant_id, ${columns.join(', ')})
       select $1, ${columns.join(', ')} from json_populate_recordset(null::public."${table}", $2)
       returning ${returning}`,
      [this.tenantId, JSON.stringify(rows)],
    );
    return inserted;
  }
}

function byColumns(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows.map(withoutUndefined), (row) => Object.keys(row).sort().join()).values()];
}

function withoutUndefined(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
