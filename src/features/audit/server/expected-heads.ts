import type { SignedRecord } from './head-record.ts';

export interface KnownHead {
  readonly position: number;
  readonly link: string;
  /** When the chain ended there, in milliseconds since 1970; null where rows may follow that are older than that. */
  readonly at: number | null;
}

/** What an operator said about a wrong clock (AUD-10). */
export interface ClockNote {
  /** Of the head or row that it is about; of a row of the security log its digest. */
  readonly link: string;
  readonly at: string;
  readonly note: string;
}

/** What the signed records say that the chain of a tenant must show. */
export interface Expectation {
  /** In the order of their positions. */
  readonly heads: readonly KnownHead[];
  /** Set when the tenant was deleted for good. */
  readonly closedAt: string | null;
  /** Positions that a restored backup took away with reason. */
  readonly lost: readonly { readonly from: number; readonly to: number; readonly at: string }[];
  /** About heads that were signed while a clock was wrong, by their positions. */
  readonly clocks: ReadonlyMap<number, ClockNote>;
  /** About rows that were written while a clock was wrong, by their positions. */
  readonly rowTimes: ReadonlyMap<number, ClockNote>;
  /** About rows of the security log, by their ids. */
  readonly securityTimes: ReadonlyMap<number, ClockNote>;
}

/** Reads the records of all nodes as one story per tenant. */
export function expectedHeads(records: readonly SignedRecord[]): Map<number, Expectation> {
  const inOrder = records.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return new Map(
    [...Map.groupBy(inOrder, ({ tenant }) => tenant)].map(([tenant, story]) => [
      tenant,
      expectationOf(story),
    ]),
  );
}

function expectationOf(story: readonly SignedRecord[]): Expectation {
  const heads: KnownHead[] = [];
  const lost: { from: number; to: number; at: string }[] = [];
  let closedAt: string | null = null;
  const notes = {
    clock: new Map<number, ClockNote>(),
    time: new Map<number, ClockNote>(),
    security_time: new Map<number, ClockNote>(),
  };
  for (const { kind, at, position, link, note } of story) {
    if (kind === 'clock' || kind === 'time' || kind === 'security_time') {
      notes[kind].set(position, { link, at, note });
      continue;
    }
    closedAt = kind === 'closed' ? at : null;
    if (kind === 'restored') {
      const kept = heads.filter((head) => head.position <= position);
      const last = Math.max(position, ...heads.map((head) => head.position));
      if (last > position) lost.push({ from: position + 1, to: last, at });
      heads.splice(0, heads.length, ...kept);
    }
    // What a backup held unsealed is sealed after the restore.
    if (position > 0) heads.push({ position, link, at: kind === 'head' ? Date.parse(at) : null });
  }
  return {
    heads: heads.sort((a, b) => a.position - b.position),
    closedAt,
    lost,
    clocks: notes.clock,
    rowTimes: notes.time,
    securityTimes: notes.security_time,
  };
}
