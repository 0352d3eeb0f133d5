import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../platform/web/kit/ConfirmDialog.tsx';
import type { Changes } from '../../sheet/changes.ts';
import classes from './EntitySheet.module.css';
import type { SheetSave } from './use-sheet-save.tsx';

export interface SaveDialogProps {
  readonly saving: SheetSave;
  readonly changes: Changes;
}

/** Says before a save how many rows are new, changed and deleted (SHEET-16). */
export function SaveDialog({ saving, changes: { counts } }: SaveDialogProps): ReactNode {
  const { t } = useTranslation();
  const isDeleting = counts.deleted > 0;
  return (
    <ConfirmDialog
      opened={saving.isAsking}
      title={t('table.save.title')}
      actionLabel={isDeleting ? t('table.save.delete', { count: counts.deleted }) : t('table.save.confirm')}
      isDestructive={isDeleting}
      isPending={saving.isPending}
      onConfirm={saving.confirm}
      onClose={saving.cancel}
    >
      <ul className={classes.counts}>
        {(['added', 'changed', 'deleted'] as const).map((kind) =>
          counts[kind] === 0 ? null : <li key={kind}>{t(`table.save.${kind}`, { count: counts[kind] })}</li>,
        )}
      </ul>
      {t('table.save.whole')}
    </ConfirmDialog>
  );
}
