import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { DocumentFieldInput } from '../../../../document/web/head/DocumentFieldInput.tsx';
import { Fact } from '../../../../document/web/head/FactList.tsx';
import { FoldedFields } from '../../../../document/web/head/FoldedFields.tsx';
import { type EditedHead, useHeadField } from '../../../../document/web/head/use-head-field.ts';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import type { ExportTarget } from '../../../export-target/targets.ts';
import { headParticulars } from '../../accounting/particulars.ts';
import { invoiceFields } from '../../fields.ts';
import type { InvoiceDraft } from '../draft.ts';
import type { InvoiceDocument } from '../kind.ts';
import { ParticularInput } from './ParticularInput.tsx';
import { shownParticular } from './shown-particulars.ts';

export interface AccountingFieldsProps extends EditedHead<InvoiceDraft['head']> {
  /** The company owes the tax, so the supplier's VAT ID is required (INV-18). */
  readonly asksVatId: boolean;
  /** The accounting system that the tenant exports to. */
  readonly target: ExportTarget;
}

/** The accounting fields of the invoice; lines without their own values use them (INV-16, DATA-35). */
export function AccountingFields({ asksVatId, target, ...edited }: AccountingFieldsProps): ReactNode {
  const { t } = useTranslation();
  const field = useHeadField(edited);
  const columns = headParticulars(target);
  return (
    <>
      {asksVatId ? (
        <DocumentFieldInput field={invoiceFields.vat_number} {...field('vat_number')} required />
      ) : null}
      <FoldedFields columns={columns} problems={edited.problems} label={t('invoice.accounting.title')}>
        {columns.map((column) => {
          const { onChange, ...input } = field(shownParticular(column), column);
          return (
            <ParticularInput
              key={column}
              column={column}
              companyId={edited.head.client?.id ?? null}
              {...input}
              onChange={(chosen: Reference | null) => onChange(chosen)}
            />
          );
        })}
      </FoldedFields>
    </>
  );
}

/** The accounting fields of the invoice, read-only and without empty ones. */
export function AccountingFacts({
  document,
  target,
}: {
  readonly document: InvoiceDocument;
  readonly target: ExportTarget;
}): ReactNode {
  const { t } = useTranslation();
  return headParticulars(target).map((column) => {
    const record = document[shownParticular(column)];
    return record === null ? null : (
      <Fact key={column} label={t(`field.${column}`)}>
        {optionLabel(record)}
      </Fact>
    );
  });
}
