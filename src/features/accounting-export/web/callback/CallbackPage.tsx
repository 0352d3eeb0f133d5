import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FinishingSignIn } from '../../../../platform/web/kit/FinishingSignIn.tsx';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import { finishReturn, type SignInResult } from './finish-return.ts';

/** `/callback`: completes a sign-in at DATEV or Microsoft and shows the result (NAV-20 to NAV-22). */
export function CallbackPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = ({ tab, success, failure }: SignInResult): void => {
    if (success === true) toastSaved(t(`accounting_connection.connected.${tab}`));
    if (success === false) toastFailure(failure);
    const result = success === null ? {} : { success };
    void navigate({ to: '/admin/configuration', search: { tab, ...result }, replace: true });
  };
  return <FinishingSignIn finish={finishReturn} onFinished={show} />;
}
