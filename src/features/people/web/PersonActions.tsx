import { Button, Menu } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordActionProps } from '../../../entity/web/entity-catalog.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { logInAs } from './account-data.ts';

/** "Log in as this person" in the list and on the form (ADM-11, AUTH-21). */
export function PersonActions({ id, marks, isMenu }: RecordActionProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  if (session === null || session.userId === id || marks.length > 0) return null;
  const act = async (): Promise<void> => {
    try {
      await logInAs(id);
      await navigate({ to: '/overview' });
    } catch (failure) {
      toastFailure(failure);
    }
  };
  const icon = <IconUserShare size={16} stroke={1.6} aria-hidden />;
  const shared = { leftSection: icon, onClick: () => void act(), children: t('people.log_in_as') };
  return isMenu ? <Menu.Item {...shared} /> : <Button variant="default" {...shared} />;
}
