import type pg from 'pg';
import { type Expectation, expectedHeads, type KnownHead } from './expected-heads.ts';
import type { Notary, SignedRecord } from './head-record.ts';

/**
 * A place where the audit is not what was sealed, from position to position of the chain of one tenant.
 *
 *   changed      the row, its link or its place in the chain is another one
 *   row_missing  the row is gone
 *   link_missing links are gone from within the chain
 *   cut_off      the end of the chain is gone
 *   rewritten    the chain agrees with itself, and not with what was signed
 *   beside       a row that must be sealed is in no chain
 *   unsigned     no signed head of the chain is known, so that its end and its whole could be another one
 *   forged       a record of a head does not carry our signature
 */
export interface Finding {
  readonly kind:
    | 'changed'
    | 'row_missing'
    | 'link_missing'
    | 'cut_off'
    | 'rewritten'
    | 'beside'
    | 'unsigned'
    | 'forged';
  readonly tenant: number;
  readonly from: number;
  readonly to: number;
  /** The id of the row in `audit_log`, where it is a single one. */
  readonly row: number | null;
}

export interface Verification {
  readonly findings: readonly Finding[];
  /** How many sealed rows were looked at. */
  readonly rows: number;
  /** Rows that are too young to be sealed: for them nothing is proved yet. */
  readonly unsealed: number;
  readonly expectations: ReadonlyMap<number, Expectation>;
}

/** So many links are compared by one statement. */
const batch = 100_000;
/** More findings of one kind in one batch say nothing new. */
const mostFindings = 1_000;

/**
 * Compares every sealed row with its link, every link with the one before it, and the chains with the signed records.
 * `client` may read everything.
 */
export async function verifyAudit(
  client: Pick<pg.Client, 'query'>,
  notary: Notary,
  records: readonly SignedRecord[],
): Promise<Verification> {
  const forged = records.filter((record) => !notary.hasSigned(record));
  const expectations = expectedHeads(records.filter((record) => notary.hasSigned(record)));
  const ends = await chainEnds(client);
  const findings: Finding[] = forged.map(({ tenant, position }) =>
    finding('forged', tenant, position, position),
  );
  let rows = 0;
  for (const [tenant, end] of ends) {
    for (let from = 1; from <= end; from += batch) {
      findings.push(...(await brokenLinks(client, tenant, from, Math.min(from + batch - 1, end))));
    }
    rows += end;
    if (!expectations.has(tenant)) findings.push(finding('unsigned', tenant, 1, end));
  }
  for (const [tenant, { heads, closedAt }] of expectations) {
    if (closedAt === null)
      findings.push(...(await contradictions(client, tenant, heads, ends.get(tenant) ?? 0)));
  }
  const beside = await rowsBeside(client);
  findings.push(...beside.findings);
  return { findings, rows, unsealed: beside.unsealed, expectations };
}

function finding(
  kind: Finding['kind'],
  tenant: number,
  from: number,
  to: number,
  row: number | null = null,
): Finding {
  return { kind, tenant, from, to, row };
}

async function chainEnds(client: Pick<pg.Client, 'query'>): Promise<Map<number, number>> {
  const { rows } = await client.query<{ tenant: string; end: string }>(
    'select tenant_id as tenant, max(position) as end from audit_link group by tenant_id order by tenant_id',
  );
  return new Map(rows.map(({ tenant, end }) => [Number(tenant), Number(end)]));
}

interface BrokenLink {
  readonly position: string;
  readonly row: string;
  readonly previous: string | null;
  readonly is_missing: boolean;
}

async function brokenLinks(
  client: Pick<pg.Client, 'query'>,
  tenant: number,
  from: number,
  to: number,
): Promise<Finding[]> {
  const { rows } = await client.query<BrokenLink>(
    `with chain as materialized (
       select l.position, l.audit_log_id, l.link, lag(l.link) over in_order as previous_link,
         coalesce(lag(l.position) over in_order, 0) as previous
       from audit_link l where l.tenant_id = $1 and l.position between $2::bigint - 1 and $3
       window in_order as (order by l.position)
     )
     select c.position, c.audit_log_id as row, a.id is null as is_missing,
       case when c.previous <> c.position - 1 then c.previous end as previous
     from chain c left join audit_log a on a.tenant_id = $1 and a.id = c.audit_log_id
     where c.position >= $2
       and (a.id is null or c.previous <> c.position - 1
         or c.link is distinct from sha256(coalesce(c.previous_link, '') || app.audit_content(a)))
     order by c.position limit ${mostFindings}`,
    [tenant, from, to],
  );
  return rows.flatMap(({ position, row, previous, is_missing }) => {
    const place = Number(position);
    const found: Finding[] = [];
    if (previous !== null) {
      const start = Math.max(Number(previous) + 1, from === 1 ? 1 : from - 1);
      found.push(finding('link_missing', tenant, start, Math.max(start, place - 1)));
    }
    if (is_missing) found.push(finding('row_missing', tenant, place, place, Number(row)));
    else if (previous === null) found.push(finding('changed', tenant, place, place, Number(row)));
    return found;
  });
}

/** Where the chain does not show what was signed: each range begins behind the last head that still agrees. */
async function contradictions(
  client: Pick<pg.Client, 'query'>,
  tenant: number,
  heads: readonly KnownHead[],
  end: number,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const last = heads.at(-1)?.position ?? 0;
  if (last > end) found.push(finding('cut_off', tenant, end + 1, last));
  let agreed = 0;
  for (let start = 0; start < heads.length; start += batch) {
    const part = heads.slice(start, start + batch);
    const { rows } = await client.query<{ agrees: boolean }>(
      `select l.link is not distinct from decode(h.link, 'hex') as agrees
       from unnest($2::bigint[], $3::text[]) with ordinality as h (position, link, place)
       left join audit_link l on l.tenant_id = $1 and l.position = h.position order by h.place`,
      [tenant, part.map(({ position }) => position), part.map(({ link }) => link)],
    );
    for (const [place, { position }] of part.entries()) {
      if (rows[place]?.agrees) agreed = position;
      else if (position <= end) found.push(finding('rewritten', tenant, agreed + 1, position));
    }
  }
  return found;
}

async function rowsBeside(
  client: Pick<pg.Client, 'query'>,
): Promise<{ findings: Finding[]; unsealed: number }> {
  const { rows } = await client.query<{ tenant: string; row: string; is_late: boolean }>(
    `select a.tenant_id as tenant, a.id as row, coalesce(a.xact < mark.sealed_before, false) as is_late
     from audit_log a
     left join audit_seal mark on mark.cluster = (select system_identifier from pg_control_system())
     where not exists (select from audit_link l where l.tenant_id = a.tenant_id and l.audit_log_id = a.id)
     order by is_late desc, a.id limit ${batch}`,
  );
  const late = rows.filter(({ is_late }) => is_late);
  return {
    findings: late
      .slice(0, mostFindings)
      .map(({ tenant, row }) => finding('beside', Number(tenant), 0, 0, Number(row))),
    unsealed: rows.length - late.length,
  };
}
