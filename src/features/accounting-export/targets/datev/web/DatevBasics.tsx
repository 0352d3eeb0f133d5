import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/web/use-format.ts';
import classes from '../../../web/connections/Connections.module.css';
import type { Connection } from '../../../web/connections/connection-data.ts';
import { shownBasics } from '../shown-basics.ts';

/** DATEV's facts about a company, read-only: ledger folder, account length and fiscal years (EXP-11). */
export function DatevBasics({ connection }: { readonly connection: Connection }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const basics = shownBasics(connection.basics);
  return (
    <ul className={classes.years}>
      {basics?.hasAccess === false ? (
        <li className={classes.problem}>{t('accounting_connection.no_access')}</li>
      ) : null}
      {connection.ledger_folder === null ? null : (
        <li>{t('accounting_connection.folder', { name: connection.ledger_folder })}</li>
      )}
      {(basics?.years ?? []).map(({ from, to, account_length, has_payables }) => (
        <li key={from}>
          {t('accounting_connection.year', {
            from: format.day(from),
            to: format.day(to),
            length: account_length,
          })}
          {has_payables ? null : (
            <span className={classes.problem}> {t('accounting_connection.no_payables')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
