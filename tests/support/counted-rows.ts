/** Tables that count every refusal or call. */
const logTables = ['security_count', 'security_log', 'auditor_access'];

type Ask = (text: string) => Promise<readonly object[]>;

let names: readonly string[] | undefined;

/** The number of rows in each tenant table, as superuser; every change also adds an audit row. */
export async function countedRows(ask: Ask): Promise<ReadonlyMap<string, string>> {
  names ??= ((await ask(tenantTables)) as readonly { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !logTables.includes(name));
  const parts = names.map(
    (name) => `select '${name}' as name, (select count(*) from "${name}")::text as count`,
  );
  const numbers = "select 'number_counter', sum(last)::text from number_counter";
  const rows = (await ask([...parts, numbers].join(' union all '))) as readonly {
    name: string;
    count: string;
  }[];
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** The tables with a different count. */
export function grownTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...after].filter(([table, count]) => before.get(table) !== count).map(([table]) => table);
}

const tenantTables = `
  select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE' order by table_name`;
