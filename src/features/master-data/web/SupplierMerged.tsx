import { IconArrowsJoin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandPartProps } from '../../../entity/web/entity-catalog.tsx';
import classes from './SupplierBank.module.css';
import { TwinLink } from './SupplierTwins.tsx';
import { mergedOptions } from './supplier-twins-data.ts';

/** Shows the supplier into which a merged one went (ADM-22). */
export function SupplierMerged({ id }: HandPartProps): ReactNode {
  const { t } = useTranslation();
  const { data: into } = useQuery(mergedOptions(id));
  if (!into) return null;
  return (
    <section className={classes.bank} aria-label={t('entity.supplier.field.merged_into_id')}>
      <div className={classes.waiting}>
        <IconArrowsJoin size={18} stroke={1.6} className={classes.icon} aria-hidden />
        <div className={classes.text}>
          <strong>{t('entity.supplier.twins.merged')}</strong>
          <div>
            <TwinLink twin={into} />
          </div>
        </div>
      </div>
    </section>
  );
}
