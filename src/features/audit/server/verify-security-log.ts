import { days, hours } from '../../../platform/server/clock.ts';
import { type SecurityRow, securityDigest } from './canonical-row.ts';
import type { ClockNote, Expectation } from './expected-heads.ts';
import { type Client, type Finding, finding, maxFindings, types } from './finding.ts';
import { type HeadTimes, isWithin, millisecondsOf, type Span } from './head-times.ts';

/** Audit rows read at once, each with up to a thousand digests. */
const sealBatch = 50;

/** Rows may be deleted a year after sealing; minus a day for leap days and clocks. */
const kept = days(364);
/** Tolerated difference between the clocks of a row and its seal. */
const tolerance = hours(1);

/** A digest with its row of the log, whose columns are null if it is gone. */
interface DigestedRow extends Omit<SecurityRow, 'id'> {
  readonly seal: string;
  readonly sealed_at: string;
  readonly seal_kind: 'sealed' | 'former';
  readonly position: string | null;
  readonly row: string;
  readonly digest: string;
  readonly id: string | null;
  readonly sealed_in: string | null;
}

export interface VerifiedSecurityLog {
  readonly findings: readonly Finding[];
  /** Number of checked digests. */
  readonly rows: number;
  /** Number of rows too young to be sealed. */
  readonly unsealed: number;
}

/**
 * Compares the security log with its digests in the audit (AUTH-35); the audit's chain proves the digests. Rows
 * sealed more than a year ago may be gone.
 */
export async function verifySecurityLog(
  client: Client,
  expectations: ReadonlyMap<number, Expectation>,
  { times, now }: { readonly times: ReadonlyMap<number, HeadTimes>; readonly now: number },
): Promise<VerifiedSecurityLog> {
  const { rows: tenants } = await client.query<{ tenant: string }>(
    `select distinct tenant_id as tenant from public.audit_log where "table" = 'security_log' order by 1`,
  );
  const findings: Finding[] = [];
  let rows = 0;
  for (const tenant of tenants.map((row) => Number(row.tenant))) {
    const closed = expectations.get(tenant)?.securityTimes ?? new Map<number, ClockNote>();
    const found = await brokenDigests(client, tenant, { times: times.get(tenant), closed, now });
    findings.push(...found.findings);
    rows += found.rows;
  }
  const beside = await rowsBeside(client, expectations, times);
  return { findings: [...findings, ...beside.findings], rows, unsealed: beside.unsealed };
}

const selectDigests = `
  select a.id as seal, a.created_at as sealed_at, a.info as seal_kind, l.position, e.key as row, e.value as digest, s.*
  from (select * from public.audit_log
    where tenant_id = $1 and "table" = 'security_log' and type = 'info' and data_after is not null and id > $2
    order by id limit ${sealBatch}) a
  left join public.audit_link l on l.tenant_id = a.tenant_id and l.audit_log_id = a.id
  cross join lateral jsonb_each_text(a.data_after) e
  left join public.security_log s on s.tenant_id = a.tenant_id and s.id = e.key::bigint
  order by a.id, s.id`;

interface KnownOfTenant {
  readonly times: HeadTimes | undefined;
  readonly closed: Expectation['securityTimes'];
  readonly now: number;
}

async function brokenDigests(
  client: Client,
  tenant: number,
  { times, closed, now }: KnownOfTenant,
): Promise<{ findings: Finding[]; rows: number }> {
  const findings: Finding[] = [];
  let count = 0;
  let last = '0';
  let isBefore = true;
  for (;;) {
    const { rows } = await client.query<DigestedRow>({ text: selectDigests, values: [tenant, last], types });
    for (const row of rows) {
      isBefore &&= row.seal_kind === 'former';
      const position = row.position === null ? Number.POSITIVE_INFINITY : Number(row.position);
      const kind = faultOf(row, isBefore ? [] : (times?.spansAt(position) ?? []), now);
      const isMisdated = kind === 'security_misdated';
      const isClosed = isMisdated && closed.get(Number(row.row))?.link === row.digest;
      if (kind && !isClosed)
        findings.push({
          ...finding(kind, tenant, 0, 0, Number(row.row)),
          ...(isMisdated && { link: row.digest }),
        });
    }
    count += rows.length;
    last = rows.at(-1)?.seal ?? last;
    if (rows.length === 0 || findings.length >= maxFindings) return { findings, rows: count };
  }
}

/** @param spans when the row can have been sealed by the signed heads; empty for rows older than sealing */
function faultOf(
  row: DigestedRow,
  [span, ...ofClocks]: readonly Span[],
  now: number,
): Finding['kind'] | null {
  const { id } = row;
  const sealedAt = millisecondsOf(row.sealed_at) ?? Number.POSITIVE_INFINITY;
  if (id === null) return sealedAt < now - kept ? null : 'security_missing';
  if (row.sealed_in !== row.seal || securityDigest({ ...row, id }) !== row.digest) return 'security_changed';
  const until = { from: span?.from ?? Number.NEGATIVE_INFINITY, to: sealedAt + tolerance };
  return isWithin(row.created_at, [until, ...ofClocks]) ? null : 'security_misdated';
}

interface OpenRow {
  readonly tenant: string;
  readonly row: string;
  readonly created_at: string;
  readonly sealed_in: string | null;
}

/**
 * Rows without a digest must be too young for sealing; rows that claim to be sealed, or are older than a signed head,
 * were inserted.
 */
async function rowsBeside(
  client: Client,
  expectations: ReadonlyMap<number, Expectation>,
  times: ReadonlyMap<number, HeadTimes>,
): Promise<{ findings: Finding[]; unsealed: number }> {
  const { rows } = await client.query<OpenRow>({
    text: `select s.tenant_id as tenant, s.id as row, s.created_at, s.sealed_in
      from public.security_log s
      left join public.audit_log a on a.tenant_id = s.tenant_id and a.id = s.sealed_in and a."table" = 'security_log'
      where not coalesce(a.data_after ? s.id::text, false)
      order by s.sealed_in nulls last, s.created_at, s.id limit 100000`,
    types,
  });
  // Permanent deletion of a tenant removes its audit before its log.
  const known = rows.filter(({ tenant }) => (expectations.get(Number(tenant))?.closedAt ?? null) === null);
  const pretending = known.filter(({ tenant, created_at, sealed_in }) => {
    const spans = times.get(Number(tenant))?.spansAt(Number.POSITIVE_INFINITY);
    return sealed_in !== null || (spans !== undefined && !isWithin(created_at, spans));
  });
  return {
    findings: pretending
      .slice(0, maxFindings)
      .map(({ tenant, row }) => finding('security_beside', Number(tenant), 0, 0, Number(row))),
    unsealed: known.length - pretending.length,
  };
}
