import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** The visible toasts, in a chunk that pages load only when needed. */
export function ToastList(): ReactNode {
  return <Notifications position="bottom-center" limit={3} zIndex={400} />;
}
