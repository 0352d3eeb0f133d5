import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BudgetLine } from '../../../document/web/budget/BudgetLine.tsx';
import type { Reference } from '../../../document/web/draft/reference.ts';
import type { PreviewDocument } from '../../../document/web/listed-kind.ts';
import { PreviewFact, PreviewFacts } from '../../../document/web/PreviewFacts.tsx';
import { Amount } from '../../../platform/web/kit/Amount.tsx';
import { DayText } from '../../../platform/web/kit/DayText.tsx';
import { type BudgetedPreview, budgetedPreview } from './budget/budgeted-preview.ts';

interface PreviewedInvoice extends PreviewDocument, BudgetedPreview {
  readonly document_type: string;
  readonly total_netto: number | null;
  readonly total_brutto: number | null;
  readonly due_date: string | null;
  readonly supplier: { readonly name: string } | null;
  readonly cost_center: (Reference & { readonly number: string }) | null;
  readonly creator: { readonly name: string } | null;
  readonly timeline: PreviewDocument['timeline'];
  readonly client: PreviewDocument['client'];
}

/** Supplier and amount of an invoice, for the preview beside the list (OVW-06). */
export function Summary({ document }: { readonly document: PreviewedInvoice }): ReactNode {
  const { t } = useTranslation();
  const { currency, cost_center: center } = document;
  return (
    <PreviewFacts
      name={document.name ?? document.supplier?.name ?? null}
      more={<BudgetLine document={budgetedPreview(document)} />}
    >
      {document.document_type === 'invoice' ? null : (
        <PreviewFact label={t('field.document_type')}>
          {t(`overview.invoice_type.${document.document_type}`)}
        </PreviewFact>
      )}
      <PreviewFact label={t('overview.field.gross')}>
        <Amount value={document.total_brutto} currency={currency} decimals={2} />
      </PreviewFact>
      <PreviewFact label={t('overview.field.net')}>
        <Amount value={document.total_netto} currency={currency} decimals={2} />
      </PreviewFact>
      <PreviewFact label={t('field.supplier_id')}>{document.supplier?.name}</PreviewFact>
      <PreviewFact label={t('field.invoice_date')}>
        <DayText day={document.invoice_date} />
      </PreviewFact>
      <PreviewFact label={t('field.due_date')}>
        <DayText day={document.due_date} />
      </PreviewFact>
      <PreviewFact label={t('overview.field.cost_center')}>
        {center && `${center.number} ${center.name}`}
      </PreviewFact>
      <PreviewFact label={t('overview.field.creator')}>{document.creator?.name}</PreviewFact>
    </PreviewFacts>
  );
}
