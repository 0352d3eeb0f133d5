import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import type { RetiredRows } from '../../draft.ts';
import type { Entity } from '../../entity.ts';
import { type Changes, changedFields } from '../../sheet/changes.ts';
import { rowOf } from '../../sheet/line.ts';
import { type SaveQuestion, useCatalog } from '../entity-catalog.tsx';
import classes from './EntitySheet.module.css';
import type { SheetSave } from './use-sheet-save.tsx';

export interface SaveDialogProps {
  readonly entity: Entity;
  readonly saving: SheetSave;
  readonly changes: Changes;
}

/**
 * Shows the numbers of new, changed and deleted rows before a save (SHEET-16), and the open documents affected
 * (PROC-43).
 */
export function SaveDialog({ entity, saving, changes }: SaveDialogProps): ReactNode {
  const { t } = useTranslation();
  const question = useCatalog().questions[entity.table];
  /** The changes whose effects have been looked up, and whether the effects are shown. */
  const [looked, setLooked] = useState<{ readonly of: Changes; readonly isReported: boolean } | null>(null);
  const rows = saving.isAsking ? reachingRows(entity, changes, question) : [];
  const OfRows = rows.length > 0 ? question?.OfRows : undefined;
  const isLooking = OfRows !== undefined && looked?.of !== changes;
  const { counts } = changes;
  const isDeleting = counts.deleted > 0;
  return (
    <ConfirmDialog
      opened={saving.isAsking}
      title={t('table.save.title')}
      actionLabel={isDeleting ? t('table.save.delete', { count: counts.deleted }) : t('table.save.confirm')}
      isDestructive={isDeleting}
      isPending={saving.isPending || isLooking}
      onConfirm={() => saving.confirm(OfRows !== undefined && looked?.isReported === true)}
      onClose={saving.cancel}
    >
      <ul className={classes.counts}>
        {(['added', 'changed', 'deleted'] as const).map((kind) =>
          counts[kind] === 0 ? null : <li key={kind}>{t(`table.save.${kind}`, { count: counts[kind] })}</li>,
        )}
      </ul>
      {t('table.save.whole')}
      {OfRows && !saving.isPending ? (
        <OfRows rows={rows} onReported={(isReported) => setLooked({ of: changes, isReported })} />
      ) : null}
    </ConfirmDialog>
  );
}

/** The changed rows that their form would ask about, by their changed columns. */
function reachingRows(
  entity: Entity,
  { lines }: Changes,
  question: SaveQuestion | undefined,
): readonly RetiredRows[] {
  const { table } = entity;
  const found = new Map<string, RetiredRows>();
  for (const line of lines) {
    const { id, stored } = line;
    if (id === null || stored === null || question === undefined) continue;
    const after = rowOf(line.cells);
    const isRetired = stored.active === true && after.active === false;
    const retired = isRetired ? [{ table, ids: [id] }] : [];
    const columns = changedFields(entity, line);
    if (!question.isNeeded({ entity, before: stored, after, changed: columns, retired })) continue;
    const key = isRetired ? '' : columns.join(' ');
    const { ids = [] } = found.get(key) ?? {};
    found.set(key, { table, ids: [...ids, id], ...(isRetired ? {} : { columns }) });
  }
  return [...found.values()];
}
