import { Button, Modal } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ConfirmDialog.module.css';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';
import { FocusBack } from './FocusBack.tsx';
import { isAllReadable } from './form-focus.ts';

/** The content of `ConfirmDialog`. */
export function ConfirmModal(props: ConfirmDialogProps): ReactNode {
  const {
    opened,
    title,
    children,
    actionLabel,
    isDestructive = false,
    isPending = false,
    onConfirm,
    onClose,
  } = props;
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  return (
    <Modal opened={opened} onClose={onClose} title={title} withCloseButton={false} size={440}>
      <FocusBack fallback={props.fallback} />
      <div ref={body} className={classes.text}>
        {children}
      </div>
      <div className="dialog-buttons">
        <Button variant="default" onClick={onClose} data-autofocus>
          {props.cancelLabel ?? t('shell.cancel')}
        </Button>
        <Button
          className={isDestructive ? 'destructive' : undefined}
          loading={isPending}
          onClick={({ detail: clicks }) => {
            // The second click of a double click would confirm a question that nobody has read.
            if (clicks <= 1 && isAllReadable(body.current)) onConfirm();
          }}
        >
          {actionLabel}
        </Button>
      </div>
    </Modal>
  );
}
