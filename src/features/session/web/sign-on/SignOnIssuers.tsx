import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRecordButton } from '../../../../entity/web/NewRecordButton.tsx';
import classes from './SignOn.module.css';
import { issuersOptions } from './sign-on-api.ts';

/** The issuers of the tenant (AUTH-32). */
export function SignOnIssuers(): ReactNode {
  const { t } = useTranslation();
  const { data: issuers } = useQuery(issuersOptions);
  if (issuers === undefined) return null;
  return (
    <div className="stack">
      <div className="buttons">
        <NewRecordButton table="sign_on_issuer" route="sign-on-issuer" />
      </div>
      {issuers.length === 0 ? (
        <p className="quiet">{t('sign_on.none')}</p>
      ) : (
        <ul aria-label={t('entity.sign_on_issuer.many')}>
          {issuers.map(({ id, name, issuer, active }) => (
            <li key={id} className={classes.item}>
              <Link
                to="/admin/$entity/form"
                params={{ entity: 'sign-on-issuer' }}
                search={{ id }}
                className="link"
              >
                {name}
              </Link>
              <span className="quiet">{issuer}</span>
              {active ? null : <span className="quiet">{t('sign_on.inactive')}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
