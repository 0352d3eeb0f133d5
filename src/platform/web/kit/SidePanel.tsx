import { Drawer, type DrawerProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusBack } from './FocusBack.tsx';

/** A panel beside the page, at the right unless `position` says otherwise. */
export function SidePanel({
  children,
  ...props
}: Pick<DrawerProps, 'title' | 'size' | 'position' | 'onClose' | 'children'> & {
  readonly opened?: boolean;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      position="right"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      // A drawer's header is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      lockScroll={false}
      {...props}
    >
      <FocusBack />
      {children}
    </Drawer>
  );
}
