import { type Clash, mergedFields, mergedRows, type Sides } from '../base/three-way.ts';
import { type ChildDraft, type Draft, sameValue } from './draft.ts';
import type { Row } from './entity.ts';

/** A field or row changed locally and, differently, by another person; the typed value is kept until one is chosen. */
export interface RecordConflict extends Clash {
  /** The child row of the conflict; null for the record itself. */
  readonly child: { readonly children: string; readonly row: ChildDraft } | null;
}

export interface RebasedDraft {
  readonly draft: Draft;
  readonly conflicts: readonly RecordConflict[];
}

/** The record as it is `now`, with the local changes from `before` to `mine` on top (SHEET-16, LOCK-01). */
export function rebased(before: Draft, now: Draft, mine: Draft): RebasedDraft {
  const values = mergedFields({ base: before.values, mine: mine.values, theirs: now.values }, sameValue);
  const children = Object.keys(now.children).map((name) => {
    const merged = mergedRows(
      { base: rowsOf(before, name), mine: rowsOf(mine, name), theirs: rowsOf(now, name) },
      { idOf: ({ id }) => id, merge: mergedChild, asNew: (row) => ({ ...row, id: null, stamp: null }) },
    );
    return { name, ...merged };
  });
  const links = Object.keys(now.links).map((name) => [name, mergedLinks(name, before, now, mine)] as const);
  return {
    draft: {
      values: values.result,
      children: Object.fromEntries(children.map(({ name, rows }) => [name, rows])),
      links: Object.fromEntries(links),
    },
    conflicts: [
      ...values.clashes.map((clash) => ({ ...clash, child: null })),
      ...children.flatMap(({ name, clashes }) =>
        clashes.map(({ row, clash }) => ({ ...clash, child: { children: name, row } })),
      ),
    ],
  };
}

/** The draft with the stored value instead of the typed one. */
export function withStored(draft: Draft, { child, mine, theirs }: RecordConflict): Draft {
  if (child === null) return { ...draft, values: { ...draft.values, ...(theirs as Row) } };
  const rows = rowsOf(draft, child.children);
  const next =
    mine === null
      ? [...rows, child.row]
      : rows.flatMap((row) => {
          if (row.key !== child.row.key) return [row];
          return theirs === null ? [] : [{ ...row, values: { ...row.values, ...(theirs as Row) } }];
        });
  return { ...draft, children: { ...draft.children, [child.children]: next } };
}

/** Whether the conflict is undecided: the typed value is still in place. */
export function isUndecided(draft: Draft, { field, child, mine }: RecordConflict): boolean {
  if (child === null) return mine !== null && holds(draft.values, mine);
  const rows = rowsOf(draft, child.children);
  if (mine === null) return !rows.some(({ id }) => id === child.row.id);
  const row = rows.find(({ key }) => key === child.row.key);
  if (row === undefined) return false;
  return field === null ? sameValue(row.values, child.row.values) : holds(row.values, mine);
}

function holds(values: Row, expected: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(expected).every(([name, value]) => sameValue(values[name] ?? null, value ?? null));
}

function rowsOf(draft: Draft, name: string): readonly ChildDraft[] {
  return draft.children[name] ?? [];
}

/** Carries the current stamp, so that the row can be saved, and the key of the edited row. */
function mergedChild({ base, mine, theirs }: Sides<ChildDraft>) {
  const { result, clashes } = mergedFields(
    { base: base.values, mine: mine.values, theirs: theirs.values },
    sameValue,
  );
  return { result: { ...theirs, key: mine.key, values: result }, clashes };
}

function mergedLinks(name: string, before: Draft, now: Draft, mine: Draft): readonly number[] {
  const idsOf = ({ links }: Draft) => links[name] ?? [];
  const [was, is, own] = [idsOf(before), idsOf(now), idsOf(mine)];
  const kept = is.filter((id) => own.includes(id) || !was.includes(id));
  return [...kept, ...own.filter((id) => !was.includes(id) && !is.includes(id))];
}
