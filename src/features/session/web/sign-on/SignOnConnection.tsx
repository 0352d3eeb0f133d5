import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionTest } from '../../../../entity/web/ConnectionTest.tsx';
import type { HandPartProps } from '../../../../entity/web/entity-catalog.tsx';
import classes from './SignOn.module.css';
import { returnAddress, testIssuer } from './sign-on-api.ts';

/** The return address to enter at the issuer, and the test of the entered connection (AUTH-32). */
export function SignOnConnection({ id, draft }: HandPartProps): ReactNode {
  const { t } = useTranslation();
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
      <ConnectionTest label={t('sign_on.test.button')} ask={() => testIssuer(id, draft)} />
    </div>
  );
}
