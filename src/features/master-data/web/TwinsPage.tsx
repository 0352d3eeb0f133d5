import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownIban } from '../../../base/iban.ts';
import { fieldLabelKey } from '../../../entity/labels.ts';
import { EmptyState, ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import { TwinLink } from './SupplierTwins.tsx';
import { allTwinsOptions } from './supplier-twins-data.ts';
import classes from './TwinsPage.module.css';

/** `/admin/supplier-twins`: suppliers that share a VAT id, a tax number or an account (ADM-22). */
export function TwinsPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: groups, error, refetch } = useQuery(allTwinsOptions());
  return (
    <>
      <PageTitleRow title={t('entity.supplier.twins.title')} onBack={() => void navigate({ to: '/admin' })} />
      {error === null ? null : <ErrorState failure={error} onRetry={() => void refetch()} />}
      {groups === undefined ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <div className={classes.scroll} tabIndex={0}>
          <p className={classes.about}>{t('entity.supplier.twins.about')}</p>
          {groups.length === 0 ? (
            <EmptyState
              icon={<IconCheck size={24} stroke={1.6} aria-hidden />}
              title={t('entity.supplier.twins.none_title')}
            >
              {t('entity.supplier.twins.none_text')}
            </EmptyState>
          ) : (
            <ul className={classes.groups}>
              {groups.map(({ shared, value, suppliers }) => (
                <li key={`${shared} ${value}`}>
                  <strong>
                    {t(fieldLabelKey('supplier', shared))} {shared === 'iban' ? shownIban(value) : value}
                  </strong>
                  <ul>
                    {suppliers.map((twin) => (
                      <li key={twin.id}>
                        <TwinLink twin={twin} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
