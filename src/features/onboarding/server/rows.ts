import type { Tx } from '../../../platform/server/database.ts';
import type { SampleTable } from '../model.ts';

type Row = Readonly<Record<string, unknown>>;

/** Finds the id of an inserted row; throws on an unknown key, which is a mistake in the data. */
export type IdOf = (key: string) => number;

/** Inserts a tenant's rows, one statement per table, and remembers sample records (ONB-03). */
export class SampleRows {
  readonly #writer: Tx;
  readonly #tenantId: number;
  readonly #made: { table: SampleTable; ids: readonly number[] }[] = [];

  constructor(tx: Tx, tenantId: number) {
    this.#writer = tx.as('writer');
    this.#tenantId = tenantId;
  }

  /** Inserts rows with equal columns that are removed together with their parent. */
  async add(table: string, rows: readonly Row[]): Promise<void> {
    await this.#insert(table, rows, 'tenant_id');
  }

  /** Inserts sample records; returns a lookup by the column `key`. */
  async insert(table: SampleTable, key: string, rows: readonly Row[]): Promise<IdOf> {
    const made = await this.#insert(table, rows, `id, "${key}"::text as key`);
    this.#made.push({ table, ids: made.map(({ id }) => id) });
    const ids = new Map(made.map((row) => [row.key, row.id]));
    return (wanted) => {
      const id = ids.get(wanted);
      if (id === undefined) throw new Error(`no ${table} has the ${key} "${wanted}"`);
      return id;
    };
  }

  /** Stores the list of sample records. */
  async keep(): Promise<void> {
    const rows = this.#made.flatMap(({ table, ids }) =>
      ids.map((id) => ({ table_name: table, record_id: id })),
    );
    await this.#insert('sample_record', rows, 'tenant_id');
  }

  #insert(table: string, rows: readonly Row[], returning: string): Promise<{ id: number; key: string }[]> {
    const columns = Object.keys(rows[0] ?? {}).map((column) => `"${column}"`);
    return this.#writer.query<{ id: number; key: string }>(
      `insert into public."${table}" (tenant_id, ${columns.join(', ')})
       select $1, ${columns.join(', ')} from json_populate_recordset(null::public."${table}", $2)
       returning ${returning}`,
      [this.#tenantId, JSON.stringify(rows)],
    );
  }
}
