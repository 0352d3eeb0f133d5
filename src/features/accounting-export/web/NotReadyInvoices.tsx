import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { firstProblem, type NotReady } from '../../invoice/shown-booking.ts';
import { MendLink } from '../../invoice/web/accounting/ReadyState.tsx';
import classes from './ExportPage.module.css';
import type { WaitingInvoice } from './export-data.ts';

interface NotReadyInvoicesProps {
  readonly invoices: readonly WaitingInvoice[];
  /** By invoice id. */
  readonly readiness: Readonly<Record<number, NotReady | null>>;
}

/** The invoices that cannot be exported, by problem, with links to solve it (EXP-27). */
export function NotReadyInvoices({ invoices, readiness }: NotReadyInvoicesProps): ReactNode {
  const { t } = useTranslation();
  const refused = invoices.flatMap((invoice) => {
    const problem = readiness[invoice.id] ?? null;
    return problem === null ? [] : [{ invoice, problem }];
  });
  if (refused.length === 0) return null;
  const groups = [
    ...Map.groupBy(refused, ({ problem }) => {
      const { code, values } = firstProblem(problem);
      return refusalText(code, values);
    }),
  ];
  return (
    <section className={classes.run} aria-labelledby="export-not-ready">
      <h2 id="export-not-ready" className={classes.heading}>
        {t('invoice_export.not_ready', { count: refused.length })}
      </h2>
      <ul className={classes.list}>
        {groups.map(([text, [first, ...others]]) =>
          first === undefined ? null : (
            <li key={text}>
              {text} <MendLink code={first.problem.code} {...first.invoice} />
              <ul className={classes.files}>
                {[first, ...others].map(({ invoice: { id, invoice_number_formatted: number } }) => (
                  <li key={id}>
                    <Link to="/invoice/form" search={{ id }}>
                      {number}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
