import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Keys } from '../../features/help/web/Keys.tsx';
import { FocusBack } from '../../platform/web/kit/FocusBack.tsx';

/** The keys, from wherever one is. */
export function KeyList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shell.keys.title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <FocusBack />
      <Keys />
    </Modal>
  );
}
