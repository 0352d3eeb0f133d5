import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sameOriginPath } from '../../../../platform/same-origin-path.ts';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import type { RetryProps } from '../../../../platform/web/kit/EmptyState.tsx';
import { PersonAvatar } from '../../../../platform/web/kit/PersonAvatar.tsx';
import { takeReturnPath } from '../../../../platform/web/return-path.ts';
import { startSession } from '../../../../platform/web/session.ts';
import { LoginFrame } from './LoginFrame.tsx';
import classes from './LoginLinkPage.module.css';
import { exchangeLogin, previewLogin } from './login-api.ts';
import { rememberLogin } from './login-storage.ts';

const route = getRouteApi('/login/$token');

/** Page of a login link: shows its person and logs in only on click (AUTH-08). */
export function LoginLinkPage(): ReactNode {
  const { t } = useTranslation();
  const { token } = route.useParams();
  const preview = useQuery({
    queryKey: ['login-preview', token],
    queryFn: () => previewLogin(token),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { failure, isPending, logIn } = useExchange(token);
  const problem = failure ?? preview.error;
  if (problem !== null) return <UselessLink failure={problem} onRetry={() => void preview.refetch()} />;
  return (
    <LoginFrame title={t('login.link.title')} intro={t('login.link.text')}>
      <div className={classes.person}>
        {preview.data === undefined ? (
          <Skeleton height={36} />
        ) : (
          <>
            <PersonAvatar name={preview.data.email} />
            <p className={classes.text}>
              <span className={classes.email}>{preview.data.email}</span>
              <span className={classes.tenant}>{preview.data.tenant}</span>
            </p>
          </>
        )}
      </div>
      <Button fullWidth disabled={preview.data === undefined} loading={isPending} onClick={logIn}>
        {t('login.link.button')}
      </Button>
    </LoginFrame>
  );
}

function useExchange(token: string) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const exchange = async (): Promise<void> => {
    setPending(true);
    try {
      const tokens = await exchangeLogin(token);
      startSession(tokens);
      rememberLogin();
      const path = sameOriginPath(tokens.return_to, location.origin) ?? takeReturnPath();
      await navigate({ href: path ?? '/', replace: true });
    } catch (thrown) {
      setFailure(thrown);
      setPending(false);
    }
  };
  return { failure, isPending, logIn: () => void exchange() };
}

/** For links that are expired, used, unknown or of a blocked person; leads back to the login. */
function UselessLink({ failure, onRetry }: RetryProps): ReactNode {
  const { t } = useTranslation();
  const isBlocked = failure instanceof ApiRefusal && failure.code === 'account_blocked';
  const isEnded = failure instanceof ApiRefusal && failure.code === 'auditor_ended';
  const isBarred = failure instanceof ApiRefusal && failure.code === 'sign_on_required';
  const isLost = !(failure instanceof ApiRefusal) || failure.code === 'too_many_requests';
  const why = isBlocked ? 'login.link.blocked' : isEnded ? 'login.link.ended' : 'login.link.useless';
  const title = isLost ? 'login.link.not_reached' : why;
  const text =
    isLost || isBlocked || isEnded || isBarred ? failureText(failure) : t('login.link.useless_text');
  return (
    <LoginFrame title={t(title)}>
      <p role="alert" className={classes.problem}>
        {text}
      </p>
      <div className={classes.buttons}>
        {isLost ? (
          <Button fullWidth onClick={onRetry}>
            {t('shell.error.retry')}
          </Button>
        ) : (
          <Button fullWidth component={Link} to="/login">
            {t('login.link.to_login')}
          </Button>
        )}
      </div>
    </LoginFrame>
  );
}
