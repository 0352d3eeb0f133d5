import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fields } from '../../../base/three-way.ts';
import type { Value } from '../../../entity/kind.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { ConflictNote } from '../../../platform/web/kit/ConflictNote.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { DocumentField, DocumentFields } from '../../fields.ts';
import { shownName } from '../../read-fields.ts';
import type { Conflict } from '../draft/merge-drafts.ts';
import type { Reference } from '../draft/reference.ts';
import type { DocumentForm } from '../use-document-form.ts';

/** Fields changed both here and by others, to choose from (LOCK-01). */
export function DocumentConflicts({ form }: { readonly form: DocumentForm }): ReactNode {
  const { conflicts, decide } = form.editor;
  const words = useConflictWords(form);
  const choices = conflicts.map((conflict) => ({
    key: `${conflict.part}.${conflict.field}`,
    ...words(conflict),
    decide: (side: 'mine' | 'theirs') => decide(conflict, side),
  }));
  return <ConflictNote choices={form.isEditing ? choices : []} asked={form.choicesAsked} />;
}

/** The label of a conflict and both values, formatted for the person. */
function useConflictWords({ fields }: DocumentForm) {
  const { t } = useTranslation();
  const written = useWritten();
  return ({ line, field, mine, theirs }: Conflict) => {
    const row = line === null ? '' : lineName(line);
    if (mine === null || theirs === null || field === null) {
      const difference = t(mine === null ? 'conflict.row_kept' : 'conflict.row_removed');
      return { name: t('conflict.row', { row }), difference };
    }
    const [column, declared] = declaredOf(line === null ? fields.head : (fields.lines ?? {}), field);
    const label = t(`field.${column}`);
    const value = (side: Fields): string => written(declared, side[field]) || t('conflict.nothing');
    return {
      name: line === null ? label : t('conflict.field_of_row', { row, field: label }),
      difference: t('conflict.versus', { mine: value(mine), theirs: value(theirs) }),
    };
  };
}

function lineName(row: object): string {
  const { description } = row as { readonly description?: string | null };
  return description?.trim() ?? '';
}

function declaredOf(fields: DocumentFields, shown: string): readonly [string, DocumentField | undefined] {
  const found = Object.entries(fields).find(([name, field]) => shownName(name, field) === shown);
  return found ?? [shown, undefined];
}

/** Formats a draft value. */
function useWritten(): (field: DocumentField | undefined, value: unknown) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  return (field, value) => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return t(value ? 'conflict.set' : 'conflict.unset');
    if (isReference(value)) return [value.number, value.name].filter(Boolean).join(' ');
    if (field === undefined) return String(value);
    if (field.sort === 'choice') return field.labelKey ? t(field.labelKey(String(value))) : String(value);
    return field.kind.write(value as Value, { language, today: format.today() });
  };
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && 'name' in value;
}
