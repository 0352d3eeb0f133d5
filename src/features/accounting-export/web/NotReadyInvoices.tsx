import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { firstProblem, type NotReady, placesToMend } from '../../invoice/shown-booking.ts';
import classes from './ExportPage.module.css';
import type { WaitingInvoice } from './export-data.ts';

interface NotReadyInvoicesProps {
  readonly invoices: readonly WaitingInvoice[];
  /** By the ids of the invoices. */
  readonly readiness: Readonly<Record<number, NotReady | null>>;
}

/** What would not leave, by what stands against it, with the ways to where that is set right (EXP-27). */
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
              {text} <SettingLink {...first} />
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

/** The way to the record or the settings that the first of a group lacks something in. */
function SettingLink({
  invoice: { supplier, client },
  problem: { code },
}: {
  readonly invoice: WaitingInvoice;
  readonly problem: NotReady;
}): ReactNode {
  const { t } = useTranslation();
  const place = placesToMend[code];
  if (place === 'settings')
    return (
      <Link className={classes.mend} to="/admin/configuration" search={{ tab: 'datev' }}>
        {t('invoice.ready.to_datev')}
      </Link>
    );
  const record = { supplier, client }[place ?? 'supplier'];
  if (place === undefined || record === null) return null;
  return (
    <Link
      className={classes.mend}
      to="/admin/$entity/form"
      params={{ entity: place }}
      search={{ id: record.id }}
    >
      {t(`invoice.ready.to_${place}`)}
    </Link>
  );
}
