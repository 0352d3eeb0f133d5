import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/web/use-format.ts';
import { rejectedAccountOptions, twinsOfOptions } from './supplier-twins-data.ts';

export interface AccountWarningsProps {
  /** Whose account it is, or is to be. */
  readonly supplierId: number | null;
  readonly iban: string | null;
}

/** Says of an account that it was turned down before, and at whom else it stands (INV-33). */
export function AccountWarnings({ supplierId, iban }: AccountWarningsProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: rejected = null } = useQuery(rejectedAccountOptions(iban));
  const { data: groups = [] } = useQuery(
    twinsOfOptions(supplierId, { vat_number: null, tax_number: null, iban }),
  );
  const others = groups.flatMap(({ suppliers }) => suppliers.map(({ name }) => name));
  return (
    <>
      {rejected === null ? null : (
        <p>
          {t('entity.supplier.bank.rejected_before', {
            supplier: rejected.supplier ?? t('entity.supplier.bank.deleted_supplier'),
            when: format.instant(rejected.decided_at),
          })}
        </p>
      )}
      {others.length === 0 ? null : (
        <p>{t('entity.supplier.bank.stands_at', { suppliers: others.join(', ') })}</p>
      )}
    </>
  );
}
