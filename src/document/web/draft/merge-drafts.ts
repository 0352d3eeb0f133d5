import {
  type Clash,
  type Fields,
  mergedFields,
  mergedRows,
  type Same,
  type Sides,
} from '../../../base/three-way.ts';
import type { Reference } from './reference.ts';

/** The identity of a line. */
export interface DraftLine {
  readonly key: string;
  /** Null for an unsaved line. */
  readonly id: number | null;
}

/** The parts of every draft. */
export interface DraftContent {
  readonly head: object;
  readonly lines?: readonly DraftLine[];
  /** Manually chosen persons and groups (PROC-14). */
  readonly approvers?: readonly Reference[];
}

/** Fields that are compared and merged together; the first one represents all. */
export interface DraftUnits {
  readonly head?: readonly (readonly string[])[];
  readonly lines?: readonly (readonly string[])[];
}

/** A field that both this person and somebody else changed, until one version is chosen (LOCK-01). */
export interface Conflict extends Clash {
  /** `head`, or the key of the line. */
  readonly part: string;
  /** The line concerned, if any. */
  readonly line: DraftLine | null;
}

export interface MergedDraft<Draft> {
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
}

/** The stored content with the typed changes applied. */
export function mergedDraft<Draft extends DraftContent>(
  { base, mine, theirs }: Sides<Draft>,
  units: DraftUnits = {},
): MergedDraft<Draft> {
  const head = mergedFields(
    { base: base.head, mine: mine.head, theirs: theirs.head },
    isSameValue,
    units.head,
  );
  const lines = mergedRows(
    { base: base.lines ?? [], mine: mine.lines ?? [], theirs: theirs.lines ?? [] },
    {
      idOf: ({ id }) => id,
      merge: (sides) => mergedFields(sides, isSameValue, units.lines),
      asNew: (line) => ({ ...line, id: null }),
    },
  );
  const approvers = mergedPeople({
    base: base.approvers ?? [],
    mine: mine.approvers ?? [],
    theirs: theirs.approvers ?? [],
  });
  return {
    draft: {
      ...theirs,
      head: head.result,
      ...(theirs.lines === undefined ? {} : { lines: lines.rows }),
      ...(theirs.approvers === undefined ? {} : { approvers }),
    },
    conflicts: [
      ...head.clashes.map((clash) => ({ ...clash, part: 'head', line: null })),
      ...lines.clashes.map(({ row, clash }) => ({ ...clash, part: row.key, line: row })),
    ],
  };
}

/** Whether a conflict is undecided: the typed value is still in place. */
export function isOpen({ head, lines = [] }: DraftContent, { part, line, mine }: Conflict): boolean {
  if (part === 'head') return mine !== null && holds(head, mine);
  const present = lines.find(({ key }) => key === part);
  if (mine === null) return !lines.some(({ id }) => id === line?.id);
  return present !== undefined && holds(present, { ...mine, id: present.id });
}

/** The draft with the stored value instead of the typed one. */
export function withTheirs<Draft extends DraftContent>(
  draft: Draft,
  { part, mine, theirs }: Conflict,
): Draft {
  if (part === 'head') return { ...draft, head: { ...draft.head, ...theirs } };
  const { lines = [] } = draft;
  if (mine === null) return { ...draft, lines: [...lines, theirs] };
  return {
    ...draft,
    lines: lines.flatMap((line) => {
      if (line.key !== part) return [line];
      return theirs === null ? [] : [{ ...line, ...theirs }];
    }),
  };
}

/** Compares references by id regardless of their name, and texts without surrounding blanks. */
export const isSameValue: Same = (one, other) => stored(one) === stored(other);

function stored(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.trim());
  const isReference = typeof value === 'object' && value !== null && 'id' in value;
  return JSON.stringify(isReference ? { id: value.id } : (value ?? null));
}

function holds(row: object, values: Fields): boolean {
  const present = new Map<string, unknown>(Object.entries(row));
  return Object.entries(values).every(([name, value]) => isSameValue(present.get(name), value));
}

function mergedPeople({ base, mine, theirs }: Sides<readonly Reference[]>): readonly Reference[] {
  const has = (people: readonly Reference[], id: number) => people.some((person) => person.id === id);
  const removed = base.filter(({ id }) => !has(mine, id));
  const added = mine.filter(({ id }) => !has(base, id) && !has(theirs, id));
  return [...theirs.filter(({ id }) => !has(removed, id)), ...added];
}
