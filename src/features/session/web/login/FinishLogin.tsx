import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loginResendSeconds } from '../../../../platform/constants.ts';
import { MarkedText } from '../../../../platform/web/kit/MarkedText.tsx';
import { toastSaved } from '../../../../platform/web/toasts.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import classes from './FinishLogin.module.css';
import { LoginFrame } from './LoginFrame.tsx';
import { requestLoginMail } from './login-api.ts';
import { type LoginRequest, storeLoginRequest } from './login-storage.ts';

/** Shows where the link was sent; offers to send it again or use another address (AUTH-07). */
export function FinishLogin({ request }: { readonly request: LoginRequest }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { wait, isPending, sendAgain } = useSendAgain(request);
  return (
    <LoginFrame
      title={t('login.sent.title')}
      intro={
        <MarkedText
          i18nKey="login.sent.text"
          values={{ email: request.email }}
          part={(words) => <strong className={classes.email}>{words}</strong>}
        />
      }
    >
      <p className={classes.hint}>{t('login.sent.spam')}</p>
      <div className={classes.buttons}>
        <Button variant="default" disabled={wait > 0} loading={isPending} onClick={sendAgain}>
          {wait > 0 ? t('login.sent.again_in', { count: wait }) : t('login.sent.again')}
        </Button>
        <Button variant="subtle" onClick={() => void navigate({ to: '/login', search: {} })}>
          {t('login.sent.other')}
        </Button>
      </div>
    </LoginFrame>
  );
}

function useSendAgain(request: LoginRequest) {
  const { t } = useTranslation();
  const [sentAt, setSentAt] = useState(request.sentAt);
  const [now, setNow] = useState(Date.now);
  const { isPending, perform } = useAction();
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  const send = (): Promise<boolean> =>
    perform(async () => {
      await requestLoginMail(request.email, request.tenant);
      const again = Date.now();
      storeLoginRequest({ ...request, sentAt: again });
      setSentAt(again);
      setNow(again);
      toastSaved(t('login.sent.sent_again'));
    });
  const wait = Math.max(0, Math.ceil(loginResendSeconds - (now - sentAt) / 1000));
  return { wait, isPending, sendAgain: () => void send() };
}
