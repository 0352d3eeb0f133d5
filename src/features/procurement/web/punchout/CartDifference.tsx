import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { CartAnswer } from '../../punchout-cart.ts';
import classes from './Punchout.module.css';

/** A note that the shop's own total is not the sum of its items (PUN-16). */
export function CartDifference({ difference }: Pick<CartAnswer, 'difference'>): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  if (difference === null) return null;
  const { shop, items, currency } = difference;
  const text =
    shop === null || items === null
      ? t('punchout.differs')
      : t('punchout.differs_by', {
          shop: format.amount(shop, { currency }),
          items: format.amount(items, { currency }),
        });
  return (
    <span className={classes.problem} role="note">
      {text}
    </span>
  );
}
