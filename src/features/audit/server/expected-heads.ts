import type { SignedRecord } from './head-record.ts';

export interface KnownHead {
  readonly position: number;
  readonly link: string;
  /** When the chain ended there, in milliseconds since 1970; null where rows may follow that are older than that. */
  readonly at: number | null;
}

/** What the signed records say that the chain of a tenant must show. */
export interface Expectation {
  /** In the order of their positions. */
  readonly heads: readonly KnownHead[];
  /** Set when the tenant was deleted for good. */
  readonly closedAt: string | null;
  /** Positions that a restored backup took away with reason. */
  readonly lost: readonly { readonly from: number; readonly to: number; readonly at: string }[];
  /** What an operator said about heads that were signed while a clock was wrong, by their positions (AUD-10). */
  readonly clocks: ReadonlyMap<number, { readonly at: string; readonly note: string }>;
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
  const clocks = new Map<number, { at: string; note: string }>();
  for (const { kind, at, position, link, note } of story) {
    if (kind === 'clock') {
      clocks.set(position, { at, note });
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
  return { heads: heads.sort((a, b) => a.position - b.position), closedAt, lost, clocks };
}
