import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../../entity/web/entity-catalog.tsx';
import { useConnectionTest } from '../../../../entity/web/use-connection-test.ts';
import classes from './SignOn.module.css';
import { returnAddress, testIssuer } from './sign-on-api.ts';

/** The return address to enter at the issuer, and the test of the entered connection (AUTH-32). */
export function SignOnConnection({ id, draft }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { test, result, isPending } = useConnectionTest(() => testIssuer(id, draft));
  return (
    <div className="stack">
      <p className="quiet">
        {id === null ? (
          t('sign_on.return_address_later')
        ) : (
          <>
            {t('sign_on.return_address')} <code className={classes.address}>{returnAddress(id)}</code>
          </>
        )}
      </p>
      <div className="buttons">
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.6} aria-hidden />}
          loading={isPending}
          onClick={test}
        >
          {t('sign_on.test.button')}
        </Button>
      </div>
      <p role="status" className={result?.success === false ? 'problem' : undefined}>
        {result?.message}
      </p>
    </div>
  );
}
