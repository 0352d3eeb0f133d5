import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** The toasts in view; the part of them that a page can do without until there is one. */
export function ToastList(): ReactNode {
  return <Notifications position="bottom-center" limit={3} zIndex={400} />;
}
