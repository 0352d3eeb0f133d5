import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { logOut } from '../../../../platform/web/api.ts';
import { LoginFrame } from './LoginFrame.tsx';

/** Ends the session and shows the login (AUTH-24). */
export function LogoutPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = async (): Promise<void> => {
      await logOut();
      await navigate({ to: '/login', replace: true });
    };
    void leave();
  }, [navigate]);
  return <LoginFrame title={t('login.logging_out')} />;
}
