import type pg from 'pg';
import { StartError } from '../../../platform/server/start-error.ts';
import type { MovedTable } from './tables.ts';

/** Number of rows, and a sum over the digests of their values where it was asked for, by table. */
type Figures = ReadonlyMap<string, { readonly rows: number; readonly digest: string | null }>;

/** Compared by value even in the seconds without writing: the documents themselves, their numbers, what is charged. */
const heads = ['procurement', 'invoice', 'contract', 'number_counter', 'billable_event'];

/** Whether the values of a table are compared, or its number of rows alone. */
export type Depth = (table: MovedTable) => boolean;
export const byValue: Depth = () => true;
export const headsByValue: Depth = ({ name }) => heads.includes(name);

export async function figuresOf(
  client: pg.Client,
  tables: readonly MovedTable[],
  tenantId: number,
  depth: Depth,
): Promise<Figures> {
  const parts = tables.map((table) => {
    const digest = `sum(hashtextextended(row(${table.compared.join(', ')})::text, 0)::numeric)::text`;
    return `select '${table.name}' as name, count(*)::integer as rows, ${depth(table) ? digest : 'null'} as digest
      from public.${table.name} where tenant_id = ${tenantId}`;
  });
  const { rows } = await client.query<{ name: string; rows: number; digest: string | null }>(
    parts.join(' union all '),
  );
  return new Map(rows.map(({ name, ...figures }) => [name, figures]));
}

/** The tables whose figures differ, each with both numbers of rows. */
export function differences(here: Figures, there: Figures): string[] {
  return [...here].flatMap(([name, ours]) => {
    const theirs = there.get(name);
    const isEqual = theirs?.rows === ours.rows && theirs.digest === ours.digest;
    return isEqual ? [] : [`${name} (${ours.rows} and ${theirs?.rows ?? 0} rows)`];
  });
}

export function rowsOf(figures: Figures): number {
  return [...figures.values()].reduce((sum, { rows }) => sum + rows, 0);
}

/** The end of a chain of the audit. */
export interface ChainEnd {
  readonly position: number;
  /** Hexadecimal; empty before the first row. */
  readonly link: string;
}

const beginning: ChainEnd = { position: 0, link: '' };

/**
 * Computes the chain anew from the rows behind a known end, and compares it with the stored links.
 *
 * @throws StartError if a row or link is missing or differs
 */
export async function checkedChain(
  client: pg.Client,
  tenantId: number,
  known: ChainEnd = beginning,
): Promise<ChainEnd> {
  const { rows } = await client.query<{ position: string; link: string; computed: string; rows: string }>(
    `select max(l.position) as position, count(a.id) as rows,
       encode((select e.link from public.audit_link e where e.tenant_id = $1 order by e.position desc limit 1), 'hex') as link,
       encode(app.chain(nullif(decode($3, 'hex'), ''), app.audit_content(a) order by l.position), 'hex') as computed
     from public.audit_link l
     left join public.audit_log a on a.tenant_id = l.tenant_id and a.id = l.audit_log_id
     where l.tenant_id = $1 and l.position > $2 having count(*) > 0`,
    [tenantId, known.position, known.link],
  );
  const [end] = rows;
  if (!end) return known;
  const position = Number(end.position);
  if (end.link !== end.computed || Number(end.rows) !== position - known.position)
    throw new StartError(
      `The chain of the audit differs behind place ${known.position}; see npm run audit:verify.`,
    );
  return { position, link: end.link };
}
