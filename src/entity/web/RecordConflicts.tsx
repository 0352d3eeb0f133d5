import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fields as Changed } from '../../base/three-way.ts';
import { ConflictNote } from '../../platform/web/kit/ConflictNote.tsx';
import type { Entity } from '../entity.ts';
import type { Value } from '../kind.ts';
import { fieldLabelKey } from '../labels.ts';
import type { RecordConflict } from '../rebase.ts';
import type { NamedField } from './labels.ts';
import type { EntityFormState } from './use-entity-form.ts';
import { useWritten } from './use-written.ts';

export interface RecordConflictsProps {
  readonly entity: Entity;
  readonly form: EntityFormState;
}

/** Conflicts between local and other people's changes of the record, to choose from (SHEET-16). */
export function RecordConflicts({ entity, form }: RecordConflictsProps): ReactNode {
  const words = useConflictWords(entity, form);
  const choices = form.conflicts.map((conflict) => ({
    key: [conflict.child?.children, conflict.child?.row.key, conflict.field].join(' '),
    ...words(conflict),
    decide: (side: 'mine' | 'theirs') => form.decide(conflict, side),
  }));
  return <ConflictNote choices={choices} asked={form.choicesAsked} />;
}

function useConflictWords(entity: Entity, { labels }: EntityFormState) {
  const { t } = useTranslation();
  const written = useWritten(labels);
  return ({ field, child, mine, theirs }: RecordConflict) => {
    const declared = child === null ? undefined : entity.children[child.children];
    const { table, fields } = declared ?? entity;
    const named = (name: string): NamedField | null => {
      const one = fields[name];
      return one ? { table, name, field: one } : null;
    };
    const first = declared?.columns[0] ?? '';
    const row = child === null ? '' : written(named(first), child.row.values[first] ?? null);
    if (mine === null || theirs === null || field === null) {
      const difference = t(mine === null ? 'conflict.row_kept' : 'conflict.row_removed');
      return { name: t('conflict.row', { row }), difference };
    }
    const label = t(fieldLabelKey(table, field));
    const value = (side: Changed): string =>
      written(named(field), (side[field] ?? null) as Value) || t('conflict.nothing');
    return {
      name: child === null ? label : t('conflict.field_of_row', { row, field: label }),
      difference: t('conflict.versus', { mine: value(mine), theirs: value(theirs) }),
    };
  };
}
