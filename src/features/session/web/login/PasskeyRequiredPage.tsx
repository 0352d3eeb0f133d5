import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../../platform/web/kit/FieldError.tsx';
import { useExplainedAction } from '../../../../platform/web/use-action.ts';
import { addPasskey, knowsPasskeys } from '../passkey-api.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import classes from './PasskeyRequiredPage.module.css';

/**
 * The only page for a person who must use a passkey but logged in without (AUTH-36): add the first one, log in with
 * an existing one, or log out.
 */
export function PasskeyRequiredPage(): ReactNode {
  const { t } = useTranslation();
  const { isMade, isPending, problem, make } = useFirstPasskey();
  return (
    <LoginFrame
      title={t('login.passkey_required.title')}
      intro={t('login.passkey_required.text')}
      footer={<p className={classes.hint}>{t('login.passkey_required.lost')}</p>}
    >
      {knowsPasskeys() ? null : (
        <p role="alert" className={classes.problem}>
          {t('login.passkey_required.unknown')}
        </p>
      )}
      {isMade ? (
        <p role="status" className={classes.made}>
          {t('login.passkey_required.made')}
        </p>
      ) : (
        <Button
          fullWidth
          className={classes.make}
          disabled={!knowsPasskeys()}
          loading={isPending}
          leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
          onClick={make}
        >
          {t('login.passkey_required.make')}
        </Button>
      )}
      {problem === null ? null : (
        <p role="alert" className={classes.problem}>
          <FieldError>{problem}</FieldError>
        </p>
      )}
      <PasskeyLogin isMain={isMade} />
      <Button component={Link} to="/logout" variant="subtle" fullWidth className={classes.leave}>
        {t('shell.logout')}
      </Button>
    </LoginFrame>
  );
}

function useFirstPasskey() {
  const [isMade, setMade] = useState(false);
  const { isPending, problem, perform } = useExplainedAction();
  const make = (): Promise<boolean> =>
    perform(async () => {
      if (await addPasskey()) setMade(true);
    });
  return { isMade, isPending, problem, make: () => void make() };
}
