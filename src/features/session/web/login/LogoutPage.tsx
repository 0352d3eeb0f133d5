import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logOut } from '../../../../platform/web/api.ts';
import { waitingCount } from '../../../../platform/web/offline.ts';
import { LoginFrame } from './LoginFrame.tsx';

/** Ends the session and shows the login (AUTH-24); asks first if something waits for the network (MOB-04). */
export function LogoutPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(waitingCount);
  useEffect(() => {
    if (waiting > 0) return;
    const leave = async (): Promise<void> => {
      await logOut();
      await navigate({ to: '/login', replace: true });
    };
    void leave();
  }, [navigate, waiting]);
  if (waiting === 0) return <LoginFrame title={t('login.logging_out')} />;
  return (
    <LoginFrame title={t('shell.logout')} intro={t('login.waiting_lost', { count: waiting })}>
      <Button onClick={() => void navigate({ to: '/', replace: true })}>{t('shell.back')}</Button>
      <Button variant="default" onClick={() => setWaiting(0)}>
        {t('login.logout_anyway')}
      </Button>
    </LoginFrame>
  );
}
