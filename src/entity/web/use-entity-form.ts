import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldProblem } from '../../base/refusal.ts';
import { type Command, useConfirmation } from '../../platform/web/command.ts';
import { ApiRefusal } from '../../platform/web/failure.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { toastFailure, toastSaved } from '../../platform/web/toasts.tsx';
import { type ChildDraft, type Draft, draftProblems, draftWarnings, normalDraft } from '../draft.ts';
import type { Entity, Row } from '../entity.ts';
import type { Value } from '../kind.ts';
import type { ReadRecord } from '../record.ts';
import { useCompanyFacts } from './company-facts.ts';
import { type RecordStore, recordOptions } from './entity-data.ts';
import { useAlikeWarning } from './use-alike.ts';
import { type EditedRecord, useEditedRecord } from './use-edited-record.ts';
import { type ShownProblems, useShownProblems } from './use-shown-problems.ts';

export interface EntityFormState
  extends Pick<EditedRecord, 'draft' | 'labels' | 'changes' | 'name' | 'conflicts' | 'decide'>,
    Pick<ShownProblems, 'problems' | 'findings'> {
  /** Warnings that do not prevent saving, by the same paths as the problems. */
  readonly warnings: ReadonlyMap<string, FieldProblem>;
  readonly isPending: boolean;
  /** Counts the attempts to save before choosing, so that the choice can be focused each time. */
  readonly choicesAsked: number;
  /** Whether another person has saved the record since it was read (SHEET-16). */
  readonly isOutdated: boolean;
  readonly change: (field: string, value: Value) => void;
  readonly changeChildren: (name: string, rows: readonly ChildDraft[], touched?: string) => void;
  readonly changeLinks: (name: string, ids: readonly number[]) => void;
  readonly discard: () => void;
  /**
   * Saves and returns the id; null when there are problems, which are then shown. `unread` are the unreadable fields,
   * which the draft does not contain. `isWaitingReported`: the waiting documents were shown before.
   */
  readonly save: (unread: readonly FieldProblem[], isWaitingReported?: boolean) => Promise<number | null>;
  /** Set while the server asks for confirmation (API-41). */
  readonly confirmation: Command<number>['confirmation'];
  /** Reloads the record and keeps the edits on top. */
  readonly rebase: () => Promise<void>;
}

/** The state of a form: edits, problems and saving. A new record begins with the values of `start`. */
export function useEntityForm(
  entity: Entity,
  store: RecordStore,
  read: ReadRecord | null,
  start: Row = {},
): EntityFormState {
  const client = useQueryClient();
  const decimals = useProfile()?.decimals ?? 2;
  const facts = useCompanyFacts(entity);
  const { base, draft, labels, changes, edit, ...record } = useEditedRecord(entity, read, start);
  const twin = useAlikeWarning(entity, base?.id ?? null, draft.values);
  const warnings = [...(twin ? [twin] : []), ...draftWarnings(entity, draft, facts)];
  const { problems, findings, show, forget } = useShownProblems();
  const [isPending, setPending] = useState(false);
  const [isOutdated, setOutdated] = useState(false);
  const [choicesAsked, setAsked] = useState(0);
  const { ask, confirmation } = useConfirmation();
  const reload = (id: number): Promise<ReadRecord> =>
    client.fetchQuery({ ...recordOptions(store, id), staleTime: 0 });

  const storeConfirmed = async (
    normal: Draft,
    isWaitingReported: boolean,
    confirmations: readonly string[] = [],
  ): Promise<number | null> => {
    try {
      return await store.save(base, normal, { isWaitingReported, confirmations });
    } catch (failure) {
      const hash = failure instanceof ApiRefusal ? failure.confirm?.hash : undefined;
      if (hash === undefined || !(failure instanceof ApiRefusal)) throw failure;
      if (!(await ask(failure))) return null;
      return await storeConfirmed(normal, isWaitingReported, [...confirmations, hash]);
    }
  };

  const save = async (unread: readonly FieldProblem[], isWaitingReported = false): Promise<number | null> => {
    if (record.conflicts.length > 0) {
      setAsked(choicesAsked + 1);
      return null;
    }
    const normal = normalDraft(entity, draft);
    const unreadNames = new Set(unread.map(({ field }) => field));
    const readable = draftProblems(entity, normal).filter(({ field }) => !unreadNames.has(field));
    const found = [...unread, ...readable];
    show(found);
    if (found.length > 0) return null;
    setPending(true);
    try {
      const id = await storeConfirmed(normal, isWaitingReported);
      if (id === null) return null;
      record.take(await reload(id));
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
    warnings: new Map(warnings.map((warning) => [warning.field, warning])),
    findings,
    changes,
    isPending,
    choicesAsked,
    confirmation,
    isOutdated,
    conflicts: record.conflicts,
    decide: record.decide,
    change: (field, value) => {
      edit((before) => {
        const values = { ...before.values, [field]: value };
        return { ...before, values: { ...values, ...entity.derive(values, field, { decimals }) } };
      });
      forget((path) => path === field);
    },
    changeChildren: (name, rows, touched) => {
      edit((before) => ({ ...before, children: { ...before.children, [name]: rows } }));
      forget((path) => path === name || path === touched);
    },
    changeLinks: (name, ids) => edit((before) => ({ ...before, links: { ...before.links, [name]: ids } })),
    name: record.name,
    discard: () => {
      record.discard();
      show([]);
      setOutdated(false);
    },
    save,
    rebase: async () => {
      if (base === null) return;
      record.rebase(await reload(base.id));
      setOutdated(false);
    },
  };
}

/** The server's refusals, assigned to the fields of the page. */
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
