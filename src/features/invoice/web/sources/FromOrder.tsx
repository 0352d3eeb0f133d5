import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, amountOf } from '../../../../base/money.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { SearchSelect, type SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { isBlankLine } from '../draft.ts';
import { findOrders, orderLinesOf, ordersQuery } from '../orders/orders.ts';
import { isOpen, openQuantity, withLinesOfOrder } from '../orders/taken-from-order.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import { TakeLinesDialog } from './TakeLinesDialog.tsx';

export interface SourceProps {
  readonly form: InvoiceForm;
  readonly onClose: () => void;
}

/** Takes over lines from an order of the company from the supplier; preselects open lines (INV-03). */
export function FromOrder({ form, onClose }: SourceProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const { document, editor, saving } = form;
  const { head, lines: present } = editor.draft;
  const [option, setOption] = useState<SelectOption | null>(head.procurement);
  const supplierId = head.supplier?.id ?? 0;
  const clientId = head.client?.id ?? 0;
  const linked = { orderIds: [option?.id ?? 0], lineIds: [], supplierId, clientId };
  const loaded = useQuery({
    ...ordersQuery(linked),
    enabled: option !== null,
    placeholderData: keepPreviousData,
  });
  const order = loaded.data?.orders.find(({ id }) => id === option?.id);
  const orderLines = order === undefined ? [] : orderLinesOf([order], document);
  const taken = new Set(present.map((line) => line.procurement_line_id));
  const quantityText = (open: Amount | null, ordered: Amount | null): string =>
    t('invoice.take.open', { open: format.quantity(open ?? '0'), ordered: format.quantity(ordered ?? '0') });
  return (
    <TakeLinesDialog
      key={order?.id ?? 0}
      title={t('invoice.take.from_order')}
      chooser={
        <SearchSelect
          label={t('field.procurement_id')}
          required
          error={loaded.error ? failureText(loaded.error) : undefined}
          value={option}
          searchKey={['invoice-order', supplierId, clientId]}
          search={(text, signal) => findOrders({ supplierId, clientId }, text, signal)}
          onChange={setOption}
        />
      }
      nothing={t(option === null ? 'invoice.take.choose_order' : 'invoice.take.nothing')}
      lines={orderLines.map((line, place) => {
        const total = order?.procurement_lines[place]?.total_netto ?? null;
        return {
          key: String(line.id),
          name: line.description ?? '',
          detail: [line.item_number, quantityText(openQuantity(line), line.quantity)]
            .filter(Boolean)
            .join(', '),
          amount:
            seesPrices && total !== null ? format.amount(amountOf(total), { currency: line.currency }) : null,
          isProposed: isOpen(line) && !taken.has(line.id),
        };
      })}
      hasLines={present.some((line) => !isBlankLine(line))}
      onTake={(keys, isReplacing) => {
        if (order === undefined) return;
        const lineIds = new Set([...keys].map(Number));
        editor.change((draft) => withLinesOfOrder(draft, order, orderLines, { lineIds, isReplacing }));
        saving.forgetProblems(['head.procurement_id', 'head.total_brutto', 'head.tax_rows']);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
