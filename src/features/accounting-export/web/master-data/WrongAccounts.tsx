import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './MasterData.module.css';
import { wrongAccountsOptions } from './master-data-calls.ts';

/** Bookings exported with wrong accounts, for correction (EXP-10); hidden if there are none. */
export function WrongAccounts(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery(wrongAccountsOptions);
  if (data === undefined || data.count === 0) return null;
  const more = data.count - data.accounts.length;
  return (
    <section aria-labelledby="datev-wrong-accounts">
      <h3 id="datev-wrong-accounts" className={classes.heading}>
        {t('datev_master_data.wrong_accounts')}
      </h3>
      <p className={classes.quiet}>{t('datev_master_data.wrong_accounts_hint')}</p>
      <ul className="stack" aria-labelledby="datev-wrong-accounts">
        {data.accounts.map(({ invoice_id, invoice_number, ...reported }) => (
          <li key={`${invoice_id} ${reported.run} ${reported.left_as}`} className={classes.file}>
            <Link to="/invoice/form" search={{ id: invoice_id }}>
              {invoice_number}
            </Link>
            <span className={classes.quiet}>{t('datev_master_data.wrong_account', reported)}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className={classes.quiet}>{t('datev_master_data.more_wrong_accounts', { count: more })}</p>
      ) : null}
    </section>
  );
}
