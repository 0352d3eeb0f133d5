import { expectedHeads } from './expected-heads.ts';
import type { Finding } from './finding.ts';
import type { HeadRecord, SignedRecord } from './head-record.ts';
import { timesOf } from './head-times.ts';

/** A head that was signed while a clock was wrong, and about which no operator has said anything yet. */
export interface WrongClock {
  readonly tenant: number;
  readonly position: number;
  readonly link: string;
}

/**
 * The heads of these records that only a wrong clock explains (AUD-10).
 *
 * @param now the time of the database, in milliseconds since 1970
 */
export function wrongClocks(records: readonly SignedRecord[], now: number): readonly WrongClock[] {
  return [...expectedHeads(records)].flatMap(([tenant, { heads, clocks, closedAt }]) =>
    closedAt === null
      ? timesOf(heads, now)
          .wrong.filter(({ position }) => !clocks.has(position))
          .map(({ position, link }) => ({ tenant, position, link }))
      : [],
  );
}

/** Who says it, when, and why. */
export interface Statement {
  readonly at: string;
  readonly who: string;
  readonly reason: string;
}

/** What an operator says about each of them, still to be signed. */
export function clockNotes(
  wrong: readonly WrongClock[],
  { at, who, reason }: Statement,
): readonly HeadRecord[] {
  return wrong.map((head) => ({ kind: 'clock', at, ...head, note: `${who}: ${reason}` }));
}

/** Rows of a tenant: places of its chain, or ids of its security log. */
export interface NamedRows {
  readonly of: 'audit' | 'security log';
  readonly tenant: number;
  readonly from: number;
  readonly to: number;
}

/** Reads `7:31` or `7:31-40`: tenant, first and last; null for anything else. */
export function parseRows(of: NamedRows['of'], text: string): NamedRows | null {
  const [, tenant, from, to = from] = /^(\d{1,15}):(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  return tenant === undefined ? null : { of, tenant: Number(tenant), from: Number(from), to: Number(to) };
}

/**
 * What an operator says about rows that were dated by a wrong clock, still to be signed. He names them one by one, because nobody can
 * tell such a row from one that was slipped in (AUD-10).
 *
 * @param findings of the check of the audit; only rows that it finds dated wrongly are closed
 */
export function rowNotes(
  findings: readonly Finding[],
  named: readonly NamedRows[],
  { at, who, reason }: Statement,
): readonly HeadRecord[] {
  return findings.flatMap(({ kind, tenant, from, row, link }): HeadRecord[] => {
    if (link === undefined || row === null) return [];
    const of = kind === 'misdated' ? 'audit' : 'security log';
    const position = kind === 'misdated' ? from : row;
    const isNamed = named.some(
      (rows) => rows.of === of && rows.tenant === tenant && rows.from <= position && position <= rows.to,
    );
    if (!isNamed) return [];
    const recorded = kind === 'misdated' ? 'time' : 'security_time';
    return [{ kind: recorded, at, tenant, position, link, note: `${who}: ${reason}` }];
  });
}
