import { Button, Skeleton } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sameOriginPath } from '../../../../platform/same-origin-path.ts';
import { revokeSessions } from '../../../../platform/web/api.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { takeReturnPath } from '../../../../platform/web/return-path.ts';
import { startSession, storedRefreshTokens } from '../../../../platform/web/session.ts';
import { finishSignOn } from '../sign-on/sign-on-api.ts';
import { takeSignOnReturn } from '../sign-on/sign-on-return.ts';
import { LoginFrame } from './LoginFrame.tsx';
import classes from './LoginLinkPage.module.css';
import { rememberLogin } from './login-storage.ts';

const route = getRouteApi('/login/sign-on/$id');

/** Where an issuer sends the person back; starts the session (AUTH-32). */
export function SignOnPage(): ReactNode {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const failure = useFinish(Number(id));
  if (failure === null)
    return (
      <LoginFrame title={t('login.sign_on.title')}>
        <Skeleton height={36} />
      </LoginFrame>
    );
  return (
    <LoginFrame title={t('login.sign_on.failed')}>
      <p role="alert" className={classes.problem}>
        {failureText(failure)}
      </p>
      <Button fullWidth component={Link} to="/login">
        {t('login.link.to_login')}
      </Button>
    </LoginFrame>
  );
}

function useFinish(issuerId: number): unknown {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    const finish = async (): Promise<void> => {
      try {
        const tokens = await finishSignOn(issuerId, takeSignOnReturn());
        const former = storedRefreshTokens();
        startSession(tokens);
        await revokeSessions(former);
        rememberLogin();
        const path = sameOriginPath(tokens.return_to, location.origin) ?? takeReturnPath();
        await navigate({ href: path ?? '/', replace: true });
      } catch (thrown) {
        setFailure(thrown);
      }
    };
    if (isBegun.current) return;
    isBegun.current = true;
    void finish();
  }, [issuerId, navigate]);
  return failure;
}
