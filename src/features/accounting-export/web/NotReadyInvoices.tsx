import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '../../../platform/web/failure-text.ts';
import { type ExportTarget, targets } from '../../export-target/targets.ts';
import { firstProblem, type NotReady, placesToMend } from '../../invoice/shown-booking.ts';
import classes from './ExportPage.module.css';
import type { WaitingInvoice } from './export-data.ts';

interface NotReadyInvoicesProps {
  readonly invoices: readonly WaitingInvoice[];
  /** By invoice id. */
  readonly readiness: Readonly<Record<number, NotReady | null>>;
  readonly target: ExportTarget;
}

/** The invoices that cannot be exported, by problem, with links to solve it (EXP-27). */
export function NotReadyInvoices({ invoices, readiness, target }: NotReadyInvoicesProps): ReactNode {
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
              {text} <SettingLink {...first} target={target} />
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

/** A link to the record or settings that cause the problem of a group's first invoice. */
function SettingLink({
  invoice: { supplier, client },
  problem: { code },
  target,
}: {
  readonly invoice: WaitingInvoice;
  readonly problem: NotReady;
  readonly target: ExportTarget;
}): ReactNode {
  const { t } = useTranslation();
  const place = placesToMend[code];
  const { settingsTab: tab } = targets[target];
  if (place === 'settings')
    return tab === undefined ? null : (
      <Link className="text-link" to="/admin/configuration" search={{ tab }}>
        {t('invoice_export.settings', { target: t(`invoice_export.target.${target}`) })}
      </Link>
    );
  const record = { supplier, client }[place ?? 'supplier'];
  if (place === undefined || record === null) return null;
  return (
    <Link
      className="text-link"
      to="/admin/$entity/form"
      params={{ entity: place }}
      search={{ id: record.id }}
    >
      {t(`invoice.ready.to_${place}`)}
    </Link>
  );
}
