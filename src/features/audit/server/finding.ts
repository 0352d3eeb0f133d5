import pg from 'pg';

/**
 * A deviation from the sealed audit, between two positions of a tenant's chain.
 *
 * - changed: the row, its link or its position differs
 * - row_missing: the row is gone
 * - link_missing: links within the chain are gone
 * - cut_off: the end of the chain is gone
 * - rewritten: the chain is consistent but differs from the signed heads
 * - beside: a row old enough to be sealed is in no chain, or has a false time
 * - misdated: the row cannot have been written at its time; an operator who knows of a wrong clock closes it with a
 * note about the row (AUD-10)
 * - unsigned: no signed head of the chain is known, so it could be replaced or cut unnoticed
 * - forged: the record of a head is not signed by us
 * - clock: no tampering: a head was signed with a wrong clock; an operator closes it with a note (AUD-10)
 *
 * Deviations of the security log from its digests in the audit:
 *
 * - security_changed: the row differs
 * - security_missing: the row is gone before its year has passed
 * - security_misdated: the row cannot have been written at its time; closed like `misdated`
 * - security_beside: the audit has no digest of the row, though the row is old enough or claims to be sealed
 */
export interface Finding {
  readonly kind:
    | 'changed'
    | 'row_missing'
    | 'link_missing'
    | 'cut_off'
    | 'rewritten'
    | 'beside'
    | 'misdated'
    | 'unsigned'
    | 'forged'
    | 'clock'
    | 'security_changed'
    | 'security_missing'
    | 'security_misdated'
    | 'security_beside';
  readonly tenant: number;
  readonly from: number;
  readonly to: number;
  /** Id of a single row: in `audit_log`, or in `security_log` for the last four kinds. */
  readonly row: number | null;
  /** Only for misdated rows: the link, or the digest in the security log. */
  readonly link?: string;
}

export type Client = Pick<pg.ClientBase, 'query'>;

/** Limit of findings of one kind. */
export const maxFindings = 1_000;

const textArray = 1009;
const parsed: readonly number[] = [textArray, pg.types.builtins.BYTEA];
/**
 * Returns values as the text that PostgreSQL sends, since other types would lose digits; parses only text lists and
 * bytes.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) =>
    parsed.includes(oid) ? pg.types.getTypeParser(oid, 'text') : (value: string) => value,
};

export function finding(
  kind: Finding['kind'],
  tenant: number,
  from: number,
  to: number,
  row: number | null = null,
): Finding {
  return { kind, tenant, from, to, row };
}
