import { CloseButton } from '@mantine/core';
import { notifications, useNotifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck, IconClock } from '@tabler/icons-react';
import type { FocusEvent, ReactNode } from 'react';
import { errorToastMs, successToastMs } from '../constants.ts';
import { loadFirstChunk } from './chunk.ts';
import { failureText } from './failure-text.ts';
import { i18n } from './i18n.ts';
import { returnFocus } from './kit/use-return-focus.ts';
import type { StoreTrouble } from './store.ts';
import classes from './toasts.module.css';
import { usePart } from './use-part.ts';

/** A message must not end the page that it is about: without its part of the program it comes plainly (NAV-23). */
const loadList = () =>
  loadFirstChunk(() => import('./ToastList.tsx')).catch(() => ({ ToastList: PlainToasts }));

/** What the keyboard was on before it went to a toast. */
let beforeToast: EventTarget | null = null;

function remember({ relatedTarget }: FocusEvent): void {
  if (!isInToast(relatedTarget)) beforeToast = relatedTarget;
}

/** A toast that closes under the keyboard gives it back; one that goes by itself leaves it where it is. */
function giveFocusBack(): void {
  if (isInToast(document.activeElement)) returnFocus(beforeToast);
}

function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`.${classes.toast}`) !== null;
}

/** The place where toasts appear; announced to screen readers as they come. */
export function Toasts(): ReactNode {
  const isWaiting = useNotifications().notifications.length > 0;
  const list = usePart(loadList, isWaiting);
  return (
    <section aria-live="polite" aria-label={i18n.t('shell.messages')} onFocus={remember}>
      {list === null ? null : <list.ToastList />}
    </section>
  );
}

/** What the toasts say, line by line, until it is closed. */
function PlainToasts(): ReactNode {
  return (
    <div className={classes.plain}>
      {useNotifications().notifications.map(({ id = '', title, message, role }) => (
        <div key={id} className={classes.toast} role={role}>
          <span className={classes.text}>
            {title} {message}
          </span>
          <CloseButton size="sm" aria-label={i18n.t('shell.close')} onClick={() => notifications.hide(id)} />
        </div>
      ))}
    </div>
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
 * Some of what was saved does not apply before a second person has confirmed it (AUTH-31), or documents wait on what was
 * deactivated (PROC-43); as long as a failure.
 */
export function toastWaiting(
  text: 'shell.toast.waiting' | 'shell.toast.documents_waiting' | 'shell.toast.twins',
  count: number,
): void {
  notifications.show({
    message: i18n.t(text, { count }),
    autoClose: errorToastMs,
    onClose: giveFocusBack,
    closeButtonProps: { 'aria-label': i18n.t('shell.close') },
    icon: <IconClock size={16} stroke={1.6} aria-hidden />,
    classNames: { root: classes.toast, icon: classes.waiting, description: classes.text },
  });
}

/** What does not last in this browser, until it is closed (TECH-23). */
export function toastStoreTrouble(trouble: StoreTrouble): void {
  notifications.show({
    message: i18n.t(trouble === 'full' ? 'shell.toast.store_full' : 'shell.toast.store_refused'),
    autoClose: false,
    role: 'alert',
    onClose: giveFocusBack,
    closeButtonProps: { 'aria-label': i18n.t('shell.close') },
    icon: <IconAlertCircle size={16} stroke={1.6} aria-hidden />,
    classNames: { root: classes.toast, icon: classes.waiting, description: classes.text },
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
    onClose: giveFocusBack,
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
