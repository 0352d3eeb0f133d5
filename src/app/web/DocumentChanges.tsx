import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentHistoryProps } from '../../document/web/document-history.ts';
import { ContentHistory } from '../../features/audit/web/ContentHistory.tsx';
import { SidePanel } from '../../platform/web/kit/SidePanel.tsx';

/** A panel with the changes of a document; of one entry of its timeline, or all. */
export function DocumentChanges({ kind, id, entryId, onAll, onClose }: DocumentHistoryProps): ReactNode {
  const { t } = useTranslation();
  return (
    <SidePanel size={480} title={t(entryId === null ? 'audit.title' : 'audit.title_entry')} onClose={onClose}>
      <ContentHistory table={kind} id={id} entryId={entryId} />
      {entryId === null ? null : (
        <Button variant="subtle" mt="sm" onClick={onAll}>
          {t('audit.all')}
        </Button>
      )}
    </SidePanel>
  );
}
