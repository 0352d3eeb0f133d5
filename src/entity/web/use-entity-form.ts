import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldProblem } from '../../base/refusal.ts';
import { ApiRefusal } from '../../platform/web/failure.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { toastFailure, toastSaved } from '../../platform/web/toasts.tsx';
import {
  type ChildDraft,
  changeCount,
  type Draft,
  draftProblems,
  draftWarnings,
  newDraft,
  normalDraft,
} from '../draft.ts';
import type { Entity } from '../entity.ts';
import type { Value } from '../kind.ts';
import { type Labels, labelKey, type ReadRecord, type RowLabel } from '../record.ts';
import { useCompanyFacts } from './company-facts.ts';
import { type RecordStore, recordOptions } from './entity-data.ts';

export interface EntityFormState {
  readonly draft: Draft;
  readonly labels: Labels;
  /** What is wrong, by field, `<children>.<key>.<field>` or the name of children. */
  readonly problems: ReadonlyMap<string, FieldProblem>;
  /** What somebody should look at, though it may stand, by the same paths. */
  readonly warnings: ReadonlyMap<string, FieldProblem>;
  /** Counts how often problems were found, so that the first field is focused each time. */
  readonly findings: number;
  readonly changes: number;
  readonly isPending: boolean;
  /** Somebody else has saved the record since it was read (SHEET-16). */
  readonly isOutdated: boolean;
  readonly change: (field: string, value: Value) => void;
  readonly changeChildren: (name: string, rows: readonly ChildDraft[], touched?: string) => void;
  readonly changeLinks: (name: string, ids: readonly number[]) => void;
  /** Remembers what a row is called that was chosen. */
  readonly name: (table: string, label: RowLabel) => void;
  readonly discard: () => void;
  /** Saves and answers the id; null when something is wrong, which is shown by then. */
  readonly save: () => Promise<number | null>;
  /** Reads the record anew and keeps what was typed on top of it. */
  readonly rebase: () => Promise<void>;
}

/** The state of a form: what is typed, what is wrong with it, and whether it is being saved. */
export function useEntityForm(entity: Entity, store: RecordStore, read: ReadRecord | null): EntityFormState {
  const client = useQueryClient();
  const decimals = useProfile()?.decimals ?? 2;
  const facts = useCompanyFacts(entity);
  const [base, setBase] = useState(read?.record ?? null);
  const [empty] = useState(() => newDraft(entity));
  const [draft, setDraft] = useState<Draft>(base ?? empty);
  const [labels, setLabels] = useState<Labels>(read?.labels ?? new Map());
  const [problems, setProblems] = useState<ReadonlyMap<string, FieldProblem>>(new Map());
  const [findings, setFindings] = useState(0);
  const [isPending, setPending] = useState(false);
  const [isOutdated, setOutdated] = useState(false);

  // Something beside the form has changed the record, such as blocking a person: what nobody has typed on follows it.
  const [seen, setSeen] = useState(read);
  if (read !== seen) {
    setSeen(read);
    if (read !== null && base !== null && changeCount(entity, base, draft) === 0) {
      setBase(read.record);
      setDraft(read.record);
    }
    if (read !== null) setLabels(new Map([...labels, ...read.labels]));
  }

  const show = (found: readonly FieldProblem[]): void => {
    setProblems(new Map(found.map((problem) => [problem.field, problem])));
    if (found.length > 0) setFindings((count) => count + 1);
  };
  const forget = (isGone: (path: string) => boolean): void =>
    setProblems((known) =>
      [...known.keys()].some(isGone) ? new Map([...known].filter(([path]) => !isGone(path))) : known,
    );

  const save = async (): Promise<number | null> => {
    const normal = normalDraft(entity, draft);
    const found = draftProblems(entity, normal);
    show(found);
    if (found.length > 0) return null;
    setPending(true);
    try {
      const id = await store.save(base, normal);
      const saved = await client.fetchQuery({ ...recordOptions(store, id), staleTime: 0 });
      setBase(saved.record);
      setDraft(saved.record);
      setLabels(new Map([...labels, ...saved.labels]));
      setOutdated(false);
      toastSaved();
      return id;
    } catch (failure) {
      const refused = failure instanceof ApiRefusal ? failure : null;
      if (refused?.code === 'record_changed') setOutdated(true);
      const placed = refused === null ? [] : placedProblems(entity, draft, refused);
      show(placed);
      if (refused?.code !== 'record_changed' && placed.length === 0) toastFailure(failure);
      return null;
    } finally {
      setPending(false);
    }
  };

  return {
    draft,
    labels,
    problems,
    warnings: new Map(draftWarnings(entity, draft, facts).map((warning) => [warning.field, warning])),
    findings,
    changes: changeCount(entity, base ?? empty, draft),
    isPending,
    isOutdated,
    change: (field, value) => {
      setDraft((before) => {
        const values = { ...before.values, [field]: value };
        return { ...before, values: { ...values, ...entity.derive(values, field, { decimals }) } };
      });
      forget((path) => path === field);
    },
    changeChildren: (name, rows, touched) => {
      setDraft((before) => ({ ...before, children: { ...before.children, [name]: rows } }));
      forget((path) => path === name || path === touched);
    },
    changeLinks: (name, ids) =>
      setDraft((before) => ({ ...before, links: { ...before.links, [name]: ids } })),
    name: (table, label) => setLabels((known) => new Map([...known, [labelKey(table, label.id), label]])),
    discard: () => {
      setDraft(base ?? empty);
      show([]);
      setOutdated(false);
    },
    save,
    rebase: async () => {
      if (base === null) return;
      const now = await client.fetchQuery({ ...recordOptions(store, base.id), staleTime: 0 });
      setDraft(rebased(base, now.record, draft));
      setBase(now.record);
      setLabels(new Map([...labels, ...now.labels]));
      setOutdated(false);
    },
  };
}

/** The record as it is now, with the fields on top that were changed here. */
function rebased(before: Draft, now: Draft, mine: Draft): Draft {
  const pick = <Part>(
    old: Readonly<Record<string, Part>>,
    fresh: Readonly<Record<string, Part>>,
    typed: Readonly<Record<string, Part>>,
  ): Record<string, Part> =>
    Object.fromEntries(
      Object.entries(fresh).map(([name, value]) => {
        const own = typed[name];
        return [name, own !== undefined && JSON.stringify(own) !== JSON.stringify(old[name]) ? own : value];
      }),
    );
  return {
    values: pick(before.values, now.values, mine.values),
    children: Object.fromEntries(
      Object.entries(pick(before.children, now.children, mine.children)).map(([name, rows]) => [
        name,
        restamped(rows, now.children[name] ?? []),
      ]),
    ),
    links: pick(before.links, now.links, mine.links),
  };
}

/** Own rows as changes of what is stored now; those that are gone stay gone. */
function restamped(rows: readonly ChildDraft[], stored: readonly ChildDraft[]): readonly ChildDraft[] {
  return rows.flatMap((row) => {
    const now = stored.find(({ id }) => id === row.id);
    if (row.id === null) return [row];
    return now === undefined ? [] : [{ ...row, stamp: now.stamp }];
  });
}

/** The refusals of the server beside the fields of the page. */
function placedProblems(entity: Entity, draft: Draft, refusal: ApiRefusal): readonly FieldProblem[] {
  const { problems, field, code, values } = refusal;
  const found = problems.length > 0 ? problems : field === undefined ? [] : [{ field, code, values }];
  const isKnown = (name: string): boolean => name in entity.fields;
  return found.flatMap((problem) => {
    const name = problem.field.split('.').at(-1) ?? problem.field;
    if (isKnown(name)) return [{ ...problem, field: name }];
    const children = Object.entries(entity.children).find(([, { fields }]) => name in fields);
    const row = children && draft.children[children[0]]?.[0];
    return children && row ? [{ ...problem, field: `${children[0]}.${row.key}.${name}` }] : [];
  });
}
