import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../../entity/web/entity-catalog.tsx';
import classes from '../Billing.module.css';
import { useBillFormat } from '../BillView.tsx';
import { ownMandateOptions } from './direct-debit-data.ts';

/** The terms of a mandate, and whether it is still valid (SET-04, DATA-07). */
export function MandatePart({ draft, onChange }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const format = useBillFormat();
  const { data } = useQuery(ownMandateOptions);
  if (data === undefined) return null;
  const { creditor, proposal, today, valid_until: validUntil, last_use: lastUse } = data;
  if (creditor === null) return <p className={classes.message}>{t('billing.mandate.no_creditor')}</p>;
  const { values } = draft;
  const scheme = values.sepa_scheme === 'B2B' ? 'B2B' : 'CORE';
  const give = (): void => {
    onChange('sepa_agreement', true);
    onChange('sepa_agreement_date', today);
    onChange('sepa_mandate_reference', proposal);
    onChange('sepa_scheme', scheme);
  };
  return (
    <div className={classes.mandate}>
      <p>{t('billing.mandate.creditor', { name: creditor.name, id: creditor.id })}</p>
      <p className={classes.message}>{t(`billing.mandate.text.${scheme}`, { name: creditor.name })}</p>
      {validUntil === null ? null : (
        <p className={classes.message}>
          {validUntil < today
            ? t('billing.mandate.expired', { day: format.day(validUntil) })
            : t('billing.mandate.valid_until', { day: format.day(validUntil) })}
          {lastUse === null ? null : ` ${t('billing.mandate.last_use', { day: format.day(lastUse) })}`}
        </p>
      )}
      {values.sepa_agreement === true && (validUntil === null || validUntil >= today) ? null : (
        <div>
          <Button variant="default" size="xs" onClick={give}>
            {t('billing.mandate.give')}
          </Button>
        </div>
      )}
    </div>
  );
}
