import { createHash } from 'node:crypto';

/** A row of `audit_log` as PostgreSQL sends it: numbers, instants and JSON as text. */
export interface AuditRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly type: string;
  readonly table: string;
  readonly relation_table: string | null;
  readonly foreign_key: string | null;
  readonly lb_user_id: string | null;
  readonly affected_properties: readonly (string | null)[];
  readonly data_before: string | null;
  readonly data_after: string | null;
  readonly amounts_before: string | null;
  readonly amounts_after: string | null;
  readonly info: string | null;
  readonly random_id: string;
  readonly procurement_id: string | null;
  readonly invoice_id: string | null;
  readonly contract_id: string | null;
  readonly relation_key: string | null;
  readonly created_at: string;
  readonly means: string | null;
}

/**
 * The text of a row that its link is computed from. Equal to `app.audit_content`, which runs at sealing; recomputed
 * here because a forger of the database can replace that function.
 */
function canonicalRow(row: AuditRow): string {
  const parts = [
    row.tenant_id,
    row.id,
    quoted(row.type),
    quoted(row.table),
    quoted(row.relation_table),
    row.foreign_key,
    row.lb_user_id,
    `[${row.affected_properties.map((name) => quoted(name) ?? 'null').join(', ')}]`,
    row.data_before,
    row.data_after,
    row.amounts_before,
    row.amounts_after,
    quoted(row.info),
    quoted(row.random_id),
    row.procurement_id,
    row.invoice_id,
    row.contract_id,
    row.relation_key,
    microsecondsOf(row.created_at)?.toString() ?? null,
  ];
  // Columns added later are included only when set, so that the text of older rows is unchanged.
  const later = row.means === null ? [] : [quoted(row.means)];
  return listOf([...parts, ...later]);
}

/** The link of a row after `previous`, which is null for a tenant's first row. */
export function linkOf(previous: Buffer | null, row: AuditRow): Buffer {
  const hash = createHash('sha256');
  if (previous) hash.update(previous);
  return hash.update(canonicalRow(row)).digest();
}

/**
 * Microseconds since 1970 of an instant such as `2026-11-22 14:30:27.123456+00`; null for one that is not a normal
 * time.
 */
export function microsecondsOf(instant: string): bigint | null {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d)(:\d\d)?$/.exec(instant);
  if (!found) return null;
  const [, day, time, fraction = '', hours, rest = ':00'] = found;
  const milliseconds = Date.parse(`${day}T${time}${hours}${rest}`);
  return BigInt(milliseconds) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** A row of `security_log` as PostgreSQL sends it. */
export interface SecurityRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly kind: string;
  readonly lb_user_id: string | null;
  readonly actor_id: string | null;
  readonly means: string | null;
  readonly what: string | null;
  readonly target_id: string | null;
  readonly code: string | null;
  readonly device: string | null;
  readonly network: string | null;
  readonly times: string;
  readonly created_at: string;
}

/** Hexadecimal digest of a security log row, of the same text as `app.security_content`. */
export function securityDigest(row: SecurityRow): string {
  const content = listOf([
    row.tenant_id,
    row.id,
    quoted(row.kind),
    row.lb_user_id,
    row.actor_id,
    quoted(row.means),
    quoted(row.what),
    row.target_id,
    quoted(row.code),
    quoted(row.device),
    quoted(row.network),
    row.times,
    microsecondsOf(row.created_at)?.toString() ?? null,
  ]);
  return createHash('sha256').update(content).digest('hex');
}

function listOf(parts: readonly (string | null)[]): string {
  return `[${parts.map((part) => part ?? 'null').join(', ')}]`;
}

/** JSON and jsonb quote strings alike. */
function quoted(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text);
}
