import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../../../base/refusal.ts';
import { refusalText } from '../../../../platform/web/failure-text.ts';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import type { NotReady } from '../../accounting/shown-booking.ts';

/** Where somebody sets right what stands against an invoice: at its supplier, its company, or in the settings. */
const places: Partial<Readonly<Record<RefusalCode, 'supplier' | 'client' | 'datev'>>> = {
  export_supplier_id_missing: 'supplier',
  export_d365_vendor_missing: 'supplier',
  bank_data_unconfirmed: 'supplier',
  export_company_numbers_missing: 'client',
  export_payables_missing: 'client',
  export_period_closed: 'client',
  export_cost_object: 'client',
  export_tax_key_missing: 'client',
  export_d365_entity_missing: 'client',
  export_d365_journal_missing: 'client',
  export_d365_category_missing: 'client',
  export_connection_inactive: 'datev',
  export_account_unclear: 'datev',
};

/** Whose invoice it is, as far as the person sees it. */
export interface ReadyParties {
  readonly supplier: { readonly id: number } | null;
  readonly client: { readonly id: number } | null;
}

/** Whether an invoice would leave, and else why not, with the way to where that is set right (EXP-27). */
export function ReadyState({
  problem,
  ...parties
}: ReadyParties & { readonly problem: NotReady | null }): ReactNode {
  const { t } = useTranslation();
  if (problem === null) return <MeaningBadge meaning="done">{t('invoice.ready.yes')}</MeaningBadge>;
  return (
    <>
      <MeaningBadge meaning="declined">{t('invoice.ready.no')}</MeaningBadge>{' '}
      <span>{notReadyText(problem)}</span> <SettingLink code={problem.code} {...parties} />
    </>
  );
}

/** What stands against it first, in words. */
export function notReadyText(problem: NotReady): string {
  const first = problem.problems?.[0] ?? problem;
  return refusalText(first.code, { field: first.field ?? null, ...first.values });
}

function SettingLink({ code, supplier, client }: ReadyParties & { readonly code: RefusalCode }): ReactNode {
  const { t } = useTranslation();
  const place = places[code];
  if (place === undefined) return null;
  if (place === 'datev')
    return (
      <Link to="/admin/configuration" search={{ tab: 'datev' }}>
        {t('invoice.ready.to_datev')}
      </Link>
    );
  const record = place === 'supplier' ? supplier : client;
  return record === null ? null : (
    <Link to="/admin/$entity/form" params={{ entity: place }} search={{ id: record.id }}>
      {t(`invoice.ready.to_${place}`)}
    </Link>
  );
}
