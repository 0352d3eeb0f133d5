import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryPart } from '../../entity/web/entity-catalog.tsx';
import { HistoryPanel } from '../../features/audit/web/HistoryPanel.tsx';
import { SidePanel } from '../../platform/web/kit/SidePanel.tsx';

/** A panel with the history of a record, next to its form (ADM-19). */
export const RecordHistory: HistoryPart = ({ table, id, onClose }): ReactNode => {
  const { t } = useTranslation();
  return (
    <SidePanel size={400} title={t('entity.history')} onClose={onClose}>
      <HistoryPanel table={table} id={id} />
    </SidePanel>
  );
};
