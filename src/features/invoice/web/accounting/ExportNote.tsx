import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { timelineOf } from '../../../../document/web/timeline-of.ts';
import note from '../../../../platform/web/kit/PageNote.module.css';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { awaitsReversal } from '../../reversal.ts';
import type { InvoiceDocument } from '../kind.ts';

interface ExportNoteProps {
  readonly document: Pick<InvoiceDocument, 'id' | 'status' | 'timeline'>;
}

/**
 * Notes that the invoice waits for export or can be taken back, with a link for people who may do that (EXP-04,
 * EXP-24).
 */
export function ExportNote({ document: { id, status, timeline } }: ExportNoteProps): ReactNode {
  const { t } = useTranslation();
  const mayExport = useHasRole('user-export-invoice');
  const isReversal = awaitsReversal(timelineOf(timeline));
  if (status !== 'export' && !isReversal) return null;
  return (
    <div className={note.note}>
      <IconFileExport size={18} stroke={1.6} className={note.icon} aria-hidden />
      <span className={note.text}>
        {t(isReversal ? 'invoice.waits_for_reversal' : 'invoice.waits_for_export')}
      </span>
      {mayExport ? (
        <Button
          size="xs"
          renderRoot={(props) => <Link {...props} to="/invoice/export" search={isReversal ? {} : { id }} />}
        >
          {t('invoice.to_export_page')}
        </Button>
      ) : null}
    </div>
  );
}
