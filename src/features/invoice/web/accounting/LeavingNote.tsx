import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import note from '../../../../platform/web/kit/PageNote.module.css';
import { useHasRole } from '../../../../platform/web/profile.ts';

const texts = { sending: 'invoice.export_sending', uncertain: 'invoice.export_uncertain' } as const;

/** Notes that the invoice may already be booked, with a link to the page that confirms it (EXP-08). */
export function LeavingNote({ state }: { readonly state: keyof typeof texts }): ReactNode {
  const { t } = useTranslation();
  const mayExport = useHasRole('user-export-invoice');
  return (
    <div className={note.note}>
      <IconSend size={18} stroke={1.6} className={note.icon} aria-hidden />
      <span className={note.text}>{t(texts[state])}</span>
      {mayExport ? (
        <Button size="xs" renderRoot={(props) => <Link {...props} to="/invoice/export" />}>
          {t('invoice.to_export_page')}
        </Button>
      ) : null}
    </div>
  );
}
