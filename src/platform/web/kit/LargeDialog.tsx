import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../use-is-phone.ts';
import { FocusBack, type FocusBackProps } from './FocusBack.tsx';

export type LargeDialogProps = Pick<ModalProps, 'title' | 'size' | 'onClose' | 'classNames' | 'children'> &
  FocusBackProps;

/** A dialog for working through the lines of a document; full-screen on a phone. */
export function LargeDialog({ children, fallback, ...props }: LargeDialogProps): ReactNode {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <Modal opened fullScreen={isPhone} closeButtonProps={{ 'aria-label': t('shell.close') }} {...props}>
      <FocusBack fallback={fallback} />
      {children}
    </Modal>
  );
}
