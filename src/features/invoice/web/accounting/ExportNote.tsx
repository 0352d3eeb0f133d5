import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import note from '../../../../platform/web/kit/PageNote.module.css';
import { useHasRole } from '../../../../platform/web/profile.ts';

/** An invoice that waits for its export, and the way there for whoever may do that (EXP-04). */
export function ExportNote({ id }: { readonly id: number }): ReactNode {
  const { t } = useTranslation();
  const mayExport = useHasRole('user-export-invoice');
  return (
    <div className={note.note}>
      <IconFileExport size={18} stroke={1.6} className={note.icon} aria-hidden />
      <span className={note.text}>{t('invoice.waits_for_export')}</span>
      {mayExport ? (
        <Button size="xs" renderRoot={(props) => <Link {...props} to="/invoice/export" search={{ id }} />}>
          {t('invoice.to_export_page')}
        </Button>
      ) : null}
    </div>
  );
}
