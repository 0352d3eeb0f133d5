import { expectedHeads } from './expected-heads.ts';
import type { Finding } from './finding.ts';
import type { HeadRecord, SignedRecord } from './head-record.ts';
import { timesOf } from './head-times.ts';

/** A head signed with a wrong clock and not yet explained by an operator. */
export interface WrongClock {
  readonly tenant: number;
  readonly position: number;
  readonly link: string;
}

/**
 * Heads that only a wrong clock explains (AUD-10).
 * @param now time of the database, in milliseconds since 1970
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

/** Time, author and reason of a note. */
export interface Statement {
  readonly at: string;
  readonly who: string;
  readonly reason: string;
}

/** Unsigned notes of an operator about these heads. */
export function clockNotes(
  wrong: readonly WrongClock[],
  { at, who, reason }: Statement,
): readonly HeadRecord[] {
  return wrong.map((head) => ({ kind: 'clock', at, ...head, note: `${who}: ${reason}` }));
}

/** Rows of a tenant: positions in its chain, or ids in its security log. */
export interface NamedRows {
  readonly of: 'audit' | 'security log';
  readonly tenant: number;
  readonly from: number;
  readonly to: number;
}

/** Parses `7:31` or `7:31-40` as tenant, first and last; null for anything else. */
export function parseRows(of: NamedRows['of'], text: string): NamedRows | null {
  const [, tenant, from, to = from] = /^(\d{1,15}):(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  return tenant === undefined ? null : { of, tenant: Number(tenant), from: Number(from), to: Number(to) };
}

/**
 * Unsigned notes of an operator about rows with a wrong time. Each row must be named, because such rows cannot be
 * distinguished from inserted ones (AUD-10).
 * @param findings findings of the audit check; only rows found misdated get a note
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
