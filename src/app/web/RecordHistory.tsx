import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryPart } from '../../entity/web/entity-catalog.tsx';
import { HistoryPanel } from '../../features/audit/web/HistoryPanel.tsx';
import { FocusBack } from '../../platform/web/kit/FocusBack.tsx';

/** A panel with the history of a record, next to its form (ADM-19). */
export const RecordHistory: HistoryPart = ({ table, id, onClose }): ReactNode => {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={400}
      title={t('entity.history')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      // A drawer's header is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      lockScroll={false}
    >
      <FocusBack />
      <HistoryPanel table={table} id={id} />
    </Drawer>
  );
};
