import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { gql } from '../../../../platform/web/api.ts';
import classes from './FailedRecognitions.module.css';

/** Length of the counted period in days. */
const days = 90;

interface Counted {
  readonly aggregate: { readonly count: number };
}

const query = `query ($recognised: invoice_bool_exp!, $untouched: invoice_bool_exp!) {
  recognised: invoice_aggregate(where: $recognised) { aggregate { count } }
  untouched: invoice_aggregate(where: $untouched) { aggregate { count } } }`;

/** Share of recognised invoices that passed their check automatically (INV-24). */
export function UntouchedShare(): ReactNode {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['untouched-invoices'],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - days * 86_400_000).toISOString();
      const recognised = {
        created_at: { _gte: since },
        invoice_recognitions: { state: { _eq: 'done' } },
      };
      const untouched = { created_at: { _gte: since }, is_untouched: { _eq: true } };
      const answer = await gql<Readonly<Record<'recognised' | 'untouched', Counted>>>(
        query,
        { recognised, untouched },
        { signal },
      );
      return { all: answer.recognised.aggregate.count, count: answer.untouched.aggregate.count };
    },
  });
  if (data === undefined) return null;
  const { all, count } = data;
  return (
    <section aria-labelledby="untouched-invoices">
      <h2 id="untouched-invoices" className={classes.title}>
        {t('invoice.untouched.title')}
      </h2>
      <p className="quiet">
        {all === 0
          ? t('invoice.untouched.none', { days })
          : t('invoice.untouched.share', { count, all, days, percent: Math.round((100 * count) / all) })}
      </p>
    </section>
  );
}
