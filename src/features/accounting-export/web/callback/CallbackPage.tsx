import { Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../platform/web/kit/EmptyState.tsx';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import { finishReturn, type SignInResult } from './finish-return.ts';

/** `/callback`: completes a sign-in at DATEV or Microsoft and shows the result (NAV-20 to NAV-22). */
export function CallbackPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notify = useEffectEvent(({ tab, success, failure }: SignInResult) => {
    if (success === true) toastSaved(t(`accounting_connection.connected.${tab}`));
    if (success === false) toastFailure(failure);
    const result = success === null ? {} : { success };
    void navigate({ to: '/admin/configuration', search: { tab, ...result }, replace: true });
  });
  useEffect(() => {
    let isThere = true;
    void finishReturn().then((result) => {
      if (isThere) notify(result);
    });
    return () => {
      isThere = false;
    };
  }, []);
  return (
    <div role="status">
      <EmptyState
        icon={<Loader size={28} aria-hidden />}
        title={t('accounting_connection.finishing')}
        isPage
      />
    </div>
  );
}
