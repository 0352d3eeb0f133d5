import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../use-is-phone.ts';
import { FocusBack } from './FocusBack.tsx';

export type LargeDialogProps = Pick<ModalProps, 'title' | 'size' | 'onClose' | 'classNames' | 'children'>;

/** A dialog in which one works through the lines of a document; on a phone it fills the screen. */
export function LargeDialog({ children, ...props }: LargeDialogProps): ReactNode {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <Modal opened fullScreen={isPhone} closeButtonProps={{ 'aria-label': t('shell.close') }} {...props}>
      <FocusBack />
      {children}
    </Modal>
  );
}
