import { notifications, useNotifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { errorToastMs, successToastMs } from '../constants.ts';
import { loadChunk } from './chunk.ts';
import { failureText } from './failure-text.ts';
import { i18n } from './i18n.ts';
import classes from './toasts.module.css';

/** Pages come first; early enough to tell later on that the network has gone. */
const listAfterMs = 1500;

/** The place where toasts appear; announced to screen readers as they come. */
export function Toasts(): ReactNode {
  const isWaiting = useNotifications().notifications.length > 0;
  const [List, setList] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (List !== null) return;
    const load = (): void => {
      loadChunk(() => import('./ToastList.tsx'))
        .then(({ ToastList }) => setList(() => ToastList))
        .catch(() => {});
    };
    const timer = setTimeout(load, isWaiting ? 0 : listAfterMs);
    return () => clearTimeout(timer);
  }, [List, isWaiting]);
  return (
    <section aria-live="polite" aria-label={i18n.t('shell.messages')}>
      {List === null ? null : <List />}
    </section>
  );
}

/** "Gespeichert", for a moment (ERR-02). */
export function toastSaved(message: string = i18n.t('shell.toast.saved')): void {
  notifications.show({
    message,
    autoClose: successToastMs,
    withCloseButton: false,
    icon: <IconCheck size={16} stroke={2} aria-hidden />,
    classNames: { root: classes.toast, icon: classes.done, description: classes.text },
  });
}

/**
 * What went wrong, for ten seconds (ERR-03, ERR-05). Accepts whatever was thrown; `subject` is what it happened to,
 * where that could be one of several.
 */
export function toastFailure(failure: unknown, subject?: string): void {
  const message = [subject, failureText(failure)].filter(Boolean).join(': ');
  notifications.show({
    id: message,
    title: i18n.t('shell.toast.error'),
    message,
    autoClose: errorToastMs,
    role: 'alert',
    closeButtonProps: { 'aria-label': i18n.t('shell.close') },
    icon: <IconAlertCircle size={16} stroke={1.6} aria-hidden />,
    classNames: {
      root: classes.toast,
      icon: classes.failed,
      title: classes.title,
      description: classes.text,
    },
  });
}
