import { type AuditRow, linkOf } from './canonical-row.ts';
import { type Expectation, expectedHeads, type KnownHead } from './expected-heads.ts';
import { type Client, type Finding, finding, maxFindings, types } from './finding.ts';
import type { Notary, SignedRecord } from './head-record.ts';
import { type HeadTimes, isWithin, type Span, timesOf } from './head-times.ts';
import { type VerifiedSecurityLog, verifySecurityLog } from './verify-security-log.ts';

export interface Verification {
  readonly findings: readonly Finding[];
  /** Number of checked rows. */
  readonly rows: number;
  /** Number of rows too young to be sealed, which are not proven yet. */
  readonly unsealed: number;
  readonly expectations: ReadonlyMap<number, Expectation>;
  /** Counts of the security log. */
  readonly securityLog: Omit<VerifiedSecurityLog, 'findings'>;
}

/** Heads compared, and unsealed rows checked, per statement. */
const batch = 100_000;
/** Rows read at once. */
const rowBatch = 20_000;

/**
 * Checks every sealed row against its link, every link against the one before, the chains against the signed records
 * and their times, and the security log against its digests. Canonical forms and digests are computed here, not in
 * the checked database. `client` must be able to read everything.
 */
export async function verifyAudit(
  client: Client,
  notary: Notary,
  records: readonly SignedRecord[],
): Promise<Verification> {
  const forged = records.filter((record) => !notary.hasSigned(record));
  const expectations = expectedHeads(records.filter((record) => notary.hasSigned(record)));
  const now = await databaseTime(client);
  const times = new Map([...expectations].map(([tenant, { heads }]) => [tenant, timesOf(heads, now)]));
  const ends = await chainEnds(client);
  const findings: Finding[] = forged.map(({ tenant, position }) =>
    finding('forged', tenant, position, position),
  );
  let rows = 0;
  for (const [tenant, end] of ends) {
    const known = { times: times.get(tenant) ?? timesOf([], now), expectation: expectations.get(tenant) };
    findings.push(...(await brokenLinks(client, tenant, end, known)));
    rows += end;
    if (!expectations.has(tenant)) findings.push(finding('unsigned', tenant, 1, end));
  }
  for (const [tenant, { heads, closedAt, clocks }] of expectations) {
    if (closedAt !== null) continue;
    findings.push(...(await contradictions(client, tenant, heads, ends.get(tenant) ?? 0)));
    for (const { position } of times.get(tenant)?.wrong ?? [])
      if (!clocks.has(position)) findings.push(finding('clock', tenant, position, position));
  }
  const beside = await rowsBeside(client, times);
  const { findings: ofSecurityLog, ...securityLog } = await verifySecurityLog(client, expectations, {
    times,
    now,
  });
  findings.push(...beside.findings, ...ofSecurityLog);
  return { findings, rows, unsealed: beside.unsealed, expectations, securityLog };
}

/** Current time of the checked database, in milliseconds since 1970. */
export async function databaseTime(client: Client): Promise<number> {
  const { rows } = await client.query<{ now: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now',
  );
  return Number(rows[0]?.now);
}

async function chainEnds(client: Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ tenant: string; end: string }>(
    'select tenant_id as tenant, max(position) as end from public.audit_link group by tenant_id order by tenant_id',
  );
  return new Map(rows.map(({ tenant, end }) => [Number(tenant), Number(end)]));
}

/** A link with its row, whose columns are null if it is gone. */
interface SealedRow extends Omit<AuditRow, 'id'> {
  readonly position: string;
  readonly audit_log_id: string;
  readonly link: Buffer;
  readonly id: string | null;
}

async function brokenLinks(
  client: Client,
  tenant: number,
  end: number,
  { times, expectation }: { readonly times: HeadTimes; readonly expectation: Expectation | undefined },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let previous: Pick<SealedRow, 'link'> | null = null;
  let passed = 0;
  for (let from = 1; from <= end; from += rowBatch) {
    const { rows } = await client.query<SealedRow>({
      text: `select l.position, l.audit_log_id, l.link, a.*
        from public.audit_link l
        left join public.audit_log a on a.tenant_id = l.tenant_id and a.id = l.audit_log_id
        where l.tenant_id = $1 and l.position between $2 and $3 order by l.position`,
      values: [tenant, from, from + rowBatch - 1],
      types,
    });
    for (const row of rows) {
      const place = Number(row.position);
      const isNext = place === passed + 1;
      if (!isNext)
        findings.push(finding('link_missing', tenant, passed + 1, Math.max(passed + 1, place - 1)));
      const kind = faultOf(row, isNext ? (previous?.link ?? null) : undefined, times.spansAt(place));
      const link = row.link.toString('hex');
      const isClosed = kind === 'misdated' && expectation?.rowTimes.get(place)?.link === link;
      if (kind && !isClosed)
        findings.push({
          ...finding(kind, tenant, place, place, Number(row.audit_log_id)),
          ...(kind === 'misdated' && { link }),
        });
      [previous, passed] = [row, place];
    }
    if (findings.length >= maxFindings) return findings;
  }
  return findings;
}

/** @param previous the link before it; undefined if unknown */
function faultOf(
  row: SealedRow,
  previous: Buffer | null | undefined,
  spans: readonly Span[],
): Finding['kind'] | null {
  const { id } = row;
  if (id === null) return 'row_missing';
  if (previous !== undefined && !linkOf(previous, { ...row, id }).equals(row.link)) return 'changed';
  return isWithin(row.created_at, spans) ? null : 'misdated';
}

/** Ranges in which the chain differs from the signed heads; each begins after the last matching head. */
async function contradictions(
  client: Client,
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
    const { rows } = await client.query<{ position: string; link: Buffer }>(
      'select position, link from public.audit_link where tenant_id = $1 and position = any ($2::bigint[])',
      [tenant, part.map(({ position }) => position)],
    );
    const links = new Map(rows.map((row) => [Number(row.position), row.link.toString('hex')]));
    for (const { position, link } of part) {
      if (links.get(position) === link) agreed = position;
      else if (position <= end) found.push(finding('rewritten', tenant, agreed + 1, position));
    }
  }
  return found;
}

interface OpenRow {
  readonly tenant: string;
  readonly row: string;
  readonly created_at: string;
  readonly is_out_of_time: 't' | 'f';
}

/**
 * Rows without a link must be too young for sealing. A row was inserted if its transaction is older than the sealed
 * mark or not assigned yet, or if its time is before a signed head.
 */
async function rowsBeside(
  client: Client,
  times: ReadonlyMap<number, HeadTimes>,
): Promise<{ findings: Finding[]; unsealed: number }> {
  const { rows } = await client.query<OpenRow>({
    text: `select a.tenant_id as tenant, a.id as row, a.created_at,
        mark.cluster is not null and (a.xact < mark.sealed_before or a.xact >= next.number) as is_out_of_time
      from public.audit_log a
      cross join (select greatest(pg_snapshot_xmax(pg_current_snapshot()),
        (pg_current_xact_id_if_assigned()::text::numeric + 1)::text::xid8) as number) next
      left join public.audit_seal mark on mark.cluster = (select system_identifier from pg_control_system())
      where not exists (select from public.audit_link l where l.tenant_id = a.tenant_id and l.audit_log_id = a.id)
      order by is_out_of_time desc, a.created_at, a.id limit ${batch}`,
    types,
  });
  const pretending = rows.filter(({ tenant, created_at, is_out_of_time }) => {
    const spans = times.get(Number(tenant))?.spansAt(Number.POSITIVE_INFINITY);
    return is_out_of_time === 't' || (spans !== undefined && !isWithin(created_at, spans));
  });
  return {
    findings: pretending
      .slice(0, maxFindings)
      .map(({ tenant, row }) => finding('beside', Number(tenant), 0, 0, Number(row))),
    unsealed: rows.length - pretending.length,
  };
}
