import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { countedAtMost, isCounted } from '../../documents-query.ts';
import type { OverviewTab } from '../../filter.ts';
import classes from './DocumentList.module.css';
import type { NetSum } from './documents.ts';

interface ListSummaryProps {
  readonly tab: OverviewTab;
  /** Number of hits; null until it is known. */
  readonly count: number | null;
  /** The total value of all hits, by currency; empty if unknown. */
  readonly net: readonly NetSum[];
  /** Number of loaded hits. */
  readonly loaded: number;
}

/** The number of hits and their total, always visible. */
export function ListSummary({ tab, count, net, loaded }: ListSummaryProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const what = tab === 'tasks' ? 'tasks' : 'documents';
  // Values of different intervals are never added; yearly values and commitments are (CON-37, CON-39).
  const showsCommitment = tab === 'contract';
  const isMore = count !== null && !isCounted(count);
  const countText = isMore
    ? t(`overview.count.more_${what}`, { count: format.quantity(countedAtMost) })
    : t(`overview.count.${what}`, { count: count ?? 0 });
  return (
    <div className={classes.summary} aria-live="polite">
      {count === null ? (
        <Skeleton width={160} height={14} />
      ) : (
        <>
          <strong>{countText}</strong>
          {net.map(({ currency, net: amount, committed, withoutRate }) => (
            <span key={currency} className="quiet tabular">
              {committed === null || !showsCommitment
                ? t('overview.net_total', { amount: format.amount(amount, { currency }) })
                : [
                    t('overview.committed_total', { amount: format.amount(committed, { currency }) }),
                    t('overview.yearly_total', { amount: format.amount(amount, { currency }) }),
                  ].join(', ')}
              {withoutRate === 0 ? null : ` (${t('overview.without_rate', { count: withoutRate })})`}
            </span>
          ))}
          {loaded < count || isMore ? (
            <span className="quiet tabular">
              {isMore
                ? t('overview.shown', { shown: loaded })
                : t('overview.shown_of', { shown: loaded, count })}
            </span>
          ) : null}
        </>
      )}
    </div>
  );
}
