import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gql } from '../../platform/web/api.ts';
import { useFormat } from '../../platform/web/use-format.ts';

interface Standing {
  readonly rejected: { readonly supplier: string | null; readonly decided_at: string } | null;
  readonly twins: readonly { readonly suppliers: readonly { readonly name: string }[] }[];
}

const standingOptions = (supplier: number | null, iban: string | null) =>
  queryOptions({
    queryKey: ['account-standing', supplier, iban],
    enabled: iban !== null,
    queryFn: ({ signal }) =>
      gql<Standing>(
        `query ($supplier: bigint, $iban: String!) { rejected: rejected_account(iban: $iban) { supplier decided_at }
          twins: supplier_twins(id: $supplier, iban: $iban) { suppliers { name } } }`,
        { supplier, iban },
        { signal },
      ),
  });

export interface AccountWarningsProps {
  /** The current or future supplier of the account. */
  readonly supplierId: number | null;
  readonly iban: string | null;
}

/** Warns if an account was rejected before, and lists other suppliers that use it (INV-33). */
export function AccountWarnings({ supplierId, iban }: AccountWarningsProps): ReactNode {
  const { data } = useQuery(standingOptions(supplierId, iban));
  const { rejected = null, twins = [] } = data ?? {};
  const others = twins.flatMap(({ suppliers }) => suppliers.map(({ name }) => name));
  return <AccountStanding rejected={rejected} others={others} />;
}

export interface AccountStandingProps {
  readonly rejected: Standing['rejected'];
  /** Names of the other suppliers. */
  readonly others: readonly string[];
}

/** The warnings for known results. */
export function AccountStanding({ rejected, others }: AccountStandingProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
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
