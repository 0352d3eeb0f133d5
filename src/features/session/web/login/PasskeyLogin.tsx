import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { revokeSessions } from '../../../../platform/web/api.ts';
import { FieldError } from '../../../../platform/web/kit/FieldError.tsx';
import { takeReturnPath } from '../../../../platform/web/return-path.ts';
import { startSession, storedRefreshTokens } from '../../../../platform/web/session.ts';
import { useExplainedAction } from '../../../../platform/web/use-action.ts';
import { knowsPasskeys, passkeyLogin } from '../passkey-api.ts';
import { rememberLogin } from './login-storage.ts';
import classes from './PasskeyLogin.module.css';

/** Login with a passkey on this device, without a mail (AUTH-01). */
export function PasskeyLogin({ isMain = false }: { readonly isMain?: boolean }): ReactNode {
  const { t } = useTranslation();
  const { problem, isPending, logIn } = usePasskeyLogin();
  if (!knowsPasskeys()) return null;
  return (
    <div className={classes.passkey}>
      {isMain ? null : (
        <p className={classes.or} aria-hidden>
          {t('login.or')}
        </p>
      )}
      <Button
        variant={isMain ? 'filled' : 'default'}
        fullWidth
        loading={isPending}
        leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
        onClick={logIn}
      >
        {t('login.passkey')}
      </Button>
      {problem === null ? null : (
        <p role="alert" className={classes.problem}>
          <FieldError>{problem}</FieldError>
        </p>
      )}
    </div>
  );
}

function usePasskeyLogin() {
  const navigate = useNavigate();
  const { isPending, problem, perform } = useExplainedAction();
  const logIn = (): Promise<boolean> =>
    perform(async () => {
      const tokens = await passkeyLogin();
      if (tokens === null) return;
      const former = storedRefreshTokens();
      startSession(tokens);
      await revokeSessions(former);
      rememberLogin();
      await navigate({ href: takeReturnPath() ?? '/', replace: true });
    });
  return { problem, isPending, logIn: () => void logIn() };
}
