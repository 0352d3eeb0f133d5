import { CloseButton } from '@mantine/core';
import { notifications, useNotifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react';
import type { FocusEvent, ReactNode } from 'react';
import { errorToastMs, successToastMs } from '../constants.ts';
import { loadFirstChunk } from './chunk.ts';
import { failureText } from './failure-text.ts';
import { i18n } from './i18n.ts';
import { returnFocus } from './kit/use-return-focus.ts';
import type { StoreTrouble } from './store.ts';
import classes from './toasts.module.css';
import { usePart } from './use-part.ts';

/** A message must not break its page: without its chunk it is shown plainly (NAV-23). */
const loadList = () =>
  loadFirstChunk(() => import('./ToastList.tsx')).catch(() => ({ ToastList: PlainToasts }));

/** The focused element before the focus moved to a toast. */
let beforeToast: EventTarget | null = null;

function remember({ relatedTarget }: FocusEvent): void {
  if (!isInToast(relatedTarget)) beforeToast = relatedTarget;
}

/** A focused toast returns the focus when it closes; another one leaves it. */
function giveFocusBack(): void {
  if (isInToast(document.activeElement)) returnFocus(beforeToast);
}

function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`.${classes.toast}`) !== null;
}

const waitingLook = { root: classes.toast, icon: classes.waiting, description: classes.text };

const closable = () => ({
  onClose: giveFocusBack,
  closeButtonProps: { 'aria-label': i18n.t('shell.close') },
});

/** The area of the toasts, announced to screen readers. */
export function Toasts(): ReactNode {
  const isWaiting = useNotifications().notifications.length > 0;
  const list = usePart(loadList, isWaiting);
  return (
    <section aria-live="polite" aria-label={i18n.t('shell.messages')} onFocus={remember}>
      {list === null ? null : <list.ToastList />}
    </section>
  );
}

/** The texts of the toasts, until closed. */
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

/** "Gespeichert", shown briefly (ERR-02). */
export function toastSaved(message: string = i18n.t('shell.toast.saved')): void {
  notifications.show({
    message,
    'data-toast': 'saved',
    autoClose: successToastMs,
    withCloseButton: false,
    icon: <IconCheck size={16} stroke={2} aria-hidden />,
    classNames: { root: classes.toast, icon: classes.done, description: classes.text },
  });
}

/**
 * Some of the saved changes wait for confirmation by a second person (AUTH-31), or documents use a deactivated record
 * (PROC-43); shown as long as a failure.
 */
export function toastWaiting(
  text: 'shell.toast.waiting' | 'shell.toast.documents_waiting' | 'shell.toast.twins',
  count: number,
): void {
  notifications.show({
    message: i18n.t(text, { count }),
    autoClose: errorToastMs,
    ...closable(),
    icon: <IconClock size={16} stroke={1.6} aria-hidden />,
    classNames: waitingLook,
  });
}

/** A plain note on what is not possible here, shown as long as a failure. */
export function toastNote(message: string): void {
  notifications.show({
    id: message,
    message,
    autoClose: errorToastMs,
    ...closable(),
    icon: <IconAlertCircle size={16} stroke={1.6} aria-hidden />,
    classNames: waitingLook,
  });
}

/** An offer with a button, until taken or closed; the same `id` is shown once. */
export function toastOffer(id: string, message: string, button: ReactNode): void {
  notifications.show({
    id,
    message: (
      <span className={classes.offer}>
        {message} {button}
      </span>
    ),
    autoClose: false,
    ...closable(),
    icon: <IconRefresh size={16} stroke={1.6} aria-hidden />,
    classNames: waitingLook,
  });
}

const moment = 'moment';

/** The database is moving, and the page waits for it; shown once, until `hideMoment` (TECH-15). */
export function toastMoment(): void {
  notifications.show({
    id: moment,
    message: i18n.t('shell.toast.moment'),
    autoClose: false,
    withCloseButton: false,
    icon: <IconClock size={16} stroke={1.6} aria-hidden />,
    classNames: waitingLook,
  });
}

export function hideMoment(): void {
  notifications.hide(moment);
}

/** Says that this browser does not store values, until closed (TECH-23). */
export function toastStoreTrouble(trouble: StoreTrouble): void {
  notifications.show({
    message: i18n.t(trouble === 'full' ? 'shell.toast.store_full' : 'shell.toast.store_refused'),
    autoClose: false,
    role: 'alert',
    ...closable(),
    icon: <IconAlertCircle size={16} stroke={1.6} aria-hidden />,
    classNames: waitingLook,
  });
}

/**
 * A failure, for ten seconds (ERR-03, ERR-05). Accepts anything thrown; `subject` names the affected item if it could
 * be one of several.
 */
export function toastFailure(failure: unknown, subject?: string): void {
  const message = [subject, failureText(failure)].filter(Boolean).join(': ');
  notifications.show({
    id: message,
    title: i18n.t('shell.toast.error'),
    message,
    'data-toast': 'failed',
    autoClose: errorToastMs,
    role: 'alert',
    ...closable(),
    icon: <IconAlertCircle size={16} stroke={1.6} aria-hidden />,
    classNames: {
      root: classes.toast,
      icon: classes.failed,
      title: classes.title,
      description: classes.text,
    },
  });
}
