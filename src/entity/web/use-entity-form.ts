import type { FieldProblem } from '../../base/refusal.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { type ChildDraft, draftWarnings } from '../draft.ts';
import type { Entity, Row } from '../entity.ts';
import type { Value } from '../kind.ts';
import type { ReadRecord } from '../record.ts';
import { useCompanyFacts } from './company-facts.ts';
import type { RecordStore } from './entity-data.ts';
import { useAlikeWarning } from './use-alike.ts';
import { type EditedRecord, useEditedRecord } from './use-edited-record.ts';
import { type RecordSaving, useRecordSave } from './use-record-save.ts';
import { type ShownProblems, useShownProblems } from './use-shown-problems.ts';

export interface EntityFormState
  extends Pick<EditedRecord, 'draft' | 'labels' | 'changes' | 'name' | 'conflicts' | 'decide'>,
    Pick<ShownProblems, 'problems' | 'findings'>,
    RecordSaving {
  /** Warnings that do not prevent saving, by the same paths as the problems. */
  readonly warnings: ReadonlyMap<string, FieldProblem>;
  readonly change: (field: string, value: Value) => void;
  readonly changeChildren: (name: string, rows: readonly ChildDraft[], touched?: string) => void;
  readonly changeLinks: (name: string, ids: readonly number[]) => void;
  readonly discard: () => void;
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
  const decimals = useProfile()?.decimals ?? 2;
  const facts = useCompanyFacts(entity);
  const record = useEditedRecord(entity, read, start);
  const { base, draft, labels, changes, edit } = record;
  const twin = useAlikeWarning(entity, base?.id ?? null, draft.values);
  const warnings = [...(twin ? [twin] : []), ...draftWarnings(entity, draft, facts)];
  const { problems, findings, show, forget } = useShownProblems();
  const { setOutdated, reload, ...saving } = useRecordSave({ entity, store, record, show });
  return {
    draft,
    labels,
    problems,
    warnings: new Map(warnings.map((warning) => [warning.field, warning])),
    findings,
    changes,
    ...saving,
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
    rebase: async () => {
      if (base === null) return;
      record.rebase(await reload(base.id));
      setOutdated(false);
    },
  };
}
