import pg from 'pg';

/**
 * A place where the audit is not what was sealed, from position to position of the chain of one tenant.
 *
 *   changed      the row, its link or its place in the chain is another one
 *   row_missing  the row is gone
 *   link_missing links are gone from within the chain
 *   cut_off      the end of the chain is gone
 *   rewritten    the chain agrees with itself, and not with what was signed
 *   beside       a row that must be sealed is in no chain, or pretends to be from another time
 *   misdated     the time of the row is not one at which it can have been written; an operator who knows that a clock was
 *                wrong closes it with a note about this row (AUD-10)
 *   unsigned     no signed head of the chain is known, so that its end and its whole could be another one
 *   forged       a record of a head does not carry our signature
 *   clock        no tampering: a head was signed while a clock was wrong; an operator closes it with a note (AUD-10)
 *
 * and a row of the security log that is not what the audit says of it:
 *
 *   security_changed   the row is another one
 *   security_missing   the row is gone before its year was over
 *   security_misdated  its time is not one at which it can have been written; closed as `misdated`
 *   security_beside    the audit does not know the row, though it is old enough, or says that it was sealed
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
  /** The id of the row in `audit_log`, of the last four in `security_log`, where it is a single one. */
  readonly row: number | null;
  /** Of a row that is dated wrongly: its link, in the security log its digest. */
  readonly link?: string;
}

export type Client = Pick<pg.ClientBase, 'query'>;

/** More findings of one kind say nothing new. */
export const mostFindings = 1_000;

const textArray = 1009;
const parsed: readonly number[] = [textArray, pg.types.builtins.BYTEA];
/** Everything as the text that PostgreSQL sends, without the types that would lose digits; lists and bytes as such. */
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
