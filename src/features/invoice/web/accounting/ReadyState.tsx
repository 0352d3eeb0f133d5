import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../../../base/refusal.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import { type ExportTarget, targets } from '../../../export-target/targets.ts';
import { firstProblem, type NotReady, placesToMend } from '../../shown-booking.ts';

/** Supplier and company of an invoice, if the person may see them. */
export interface ReadyParties {
  readonly supplier: { readonly id: number } | null;
  readonly client: { readonly id: number } | null;
}

/** Whether an invoice can be exported; if not, the reason and a link to correct it (EXP-27). */
export function ReadyState({
  problem,
  ...parties
}: ReadyParties & { readonly problem: NotReady | null; readonly target: ExportTarget }): ReactNode {
  const { t } = useTranslation();
  if (problem === null) return <MeaningBadge meaning="done">{t('invoice.ready.yes')}</MeaningBadge>;
  const { code, values } = firstProblem(problem);
  return (
    <>
      <MeaningBadge meaning="declined">{t('invoice.ready.no')}</MeaningBadge>{' '}
      <span>{refusalText(code, values)}</span> <MendLink code={problem.code} {...parties} />
    </>
  );
}

/** A link to the incomplete record or settings. */
function MendLink({
  code,
  target,
  supplier,
  client,
}: ReadyParties & { readonly code: RefusalCode; readonly target: ExportTarget }): ReactNode {
  const { t } = useTranslation();
  const place = placesToMend[code];
  const { settingsTab: tab } = targets[target];
  if (place === undefined) return null;
  if (place === 'settings')
    return tab === undefined ? null : (
      <Link className="text-link" to="/admin/configuration" search={{ tab }}>
        {t('invoice_export.settings', { target: t(`invoice_export.target.${target}`) })}
      </Link>
    );
  const record = place === 'supplier' ? supplier : client;
  return record === null ? null : (
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
