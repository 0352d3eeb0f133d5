import type { SignedRecord } from './head-record.ts';

export interface KnownHead {
  readonly position: number;
  readonly link: string;
  /** When the head was signed, in milliseconds since 1970; null after a restore, where older rows may follow. */
  readonly at: number | null;
}

/** An operator's note about a wrong clock (AUD-10). */
export interface ClockNote {
  /** Link of the head or row; digest of a security log row. */
  readonly link: string;
  readonly at: string;
  readonly note: string;
}

/** What a tenant's chain must contain according to the signed records. */
export interface Expectation {
  /** Ordered by position. */
  readonly heads: readonly KnownHead[];
  /** Set after permanent deletion of the tenant. */
  readonly closedAt: string | null;
  /** Positions lost with the restore of a backup. */
  readonly lost: readonly { readonly from: number; readonly to: number; readonly at: string }[];
  /** Notes about heads signed with a wrong clock, by position. */
  readonly clocks: ReadonlyMap<number, ClockNote>;
  /** Notes about rows written with a wrong clock, by position. */
  readonly rowTimes: ReadonlyMap<number, ClockNote>;
  /** Notes about rows of the security log, by id. */
  readonly securityTimes: ReadonlyMap<number, ClockNote>;
}

/** Merges the records of all nodes per tenant. */
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
    // Unsealed rows of a backup are sealed after its restore.
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
