import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from '../../../../platform/web/profile.ts';
import classes from './LineGrid.module.css';

/** The heads of the columns; those of amounts are missing without prices. */
export function LineGridHead({ currency }: { readonly currency: string }): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.position}>
          <span className="visually-hidden">{t('procurement.position')}</span>
        </th>
        <th scope="col">{t('field.description')}</th>
        <th scope="col" className={classes.itemNumber}>
          {t('field.item_number')}
        </th>
        <th scope="col" className={classes.supplier}>
          {t('field.supplier_id')}
        </th>
        <th scope="col" className={classes.quantity}>
          {t('field.quantity')}
        </th>
        <th scope="col" className={classes.unit}>
          {t('field.unit')}
        </th>
        {seesPrices ? (
          <>
            <th scope="col" className={classes.price}>
              {t('procurement.unit_price')}
            </th>
            <th scope="col" className={classes.tax}>
              {t('procurement.tax_percent')}
            </th>
            <th scope="col" className={classes.net}>
              {t('procurement.net_in', { currency })}
            </th>
          </>
        ) : null}
        <th scope="col" className={classes.remove}>
          <span className="visually-hidden">{t('procurement.remove')}</span>
        </th>
      </tr>
    </thead>
  );
}
