import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownIban } from '../../../../base/iban.ts';
import type { BankDoubt } from '../../bank-data.ts';
import classes from './Bank.module.css';

/** The supplier's account above that of the invoice; marks the groups that differ. */
export function ComparedAccounts({ doubt }: { readonly doubt: BankDoubt }): ReactNode {
  const { t } = useTranslation();
  const { iban, former } = doubt;
  return (
    <dl className={classes.accounts}>
      <dt>{t('invoice.bank.at_supplier')}</dt>
      <dd>{former === null ? t('invoice.bank.none') : <Groups iban={former} other={former} />}</dd>
      <dt>{t('invoice.bank.on_invoice')}</dt>
      <dd>
        <Groups iban={iban} other={former ?? ''} />
      </dd>
    </dl>
  );
}

function Groups({ iban, other }: { readonly iban: string; readonly other: string }): ReactNode {
  const others = shownIban(other).split(' ');
  return (
    <span className={classes.iban}>
      {shownIban(iban)
        .split(' ')
        .map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity than their position.
          <span key={place}>{group === others[place] ? group : <mark>{group}</mark>} </span>
        ))}
    </span>
  );
}
