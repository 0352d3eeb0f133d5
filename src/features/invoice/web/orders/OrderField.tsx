import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { onceChosen } from '../../../../platform/web/kit/once-chosen.ts';
import { SearchSelect, type SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import type { InvoiceForm } from '../use-invoice-form.ts';
import { findOrders, orderLinesOf, ordersQuery } from './orders.ts';
import { withAssignedLines, withOrder } from './taken-from-order.ts';
import { linkedOf } from './use-orders.ts';

/** The order of an invoice (INV-14); choosing one links matching lines. */
export function OrderField({ form }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { document, editor, saving, problems } = form;
  const { head } = editor.draft;
  const supplierId = head.supplier?.id ?? 0;
  const clientId = head.client?.id ?? 0;
  const isReady = head.supplier !== null && head.client !== null;

  const choose = (option: SelectOption | null): void => {
    editor.change((draft) => unlinked(draft, option));
    saving.forgetProblems(['head.procurement_id']);
    if (option === null) return;
    // Drop links to lines of the former order.
    const linked = { ...linkedOf(editor.draft), orderIds: [option.id], lineIds: [] };
    client
      .fetchQuery(ordersQuery(linked))
      .then(({ orders }) => {
        const order = orders.find(({ id }) => id === option.id);
        if (order === undefined) return;
        editor.change((draft) =>
          draft.head.procurement?.id === order.id
            ? withAssignedLines(
                { ...draft, head: withOrder(draft.head, order) },
                orderLinesOf([order], document),
              )
            : draft,
        );
      })
      .catch(toastFailure);
  };

  return (
    <SearchSelect
      {...onceChosen(isReady, t('invoice.order.needs_supplier'))}
      name="head.procurement_id"
      label={t('field.procurement_id')}
      error={problems.get('head.procurement_id')}
      value={head.procurement && { ...head.procurement, name: head.procurement.name || unseen(head, t) }}
      searchKey={['invoice-order', supplierId, clientId]}
      search={(text, signal) => findOrders({ supplierId, clientId }, text, signal)}
      onChange={choose}
    />
  );
}

type Draft = InvoiceForm['editor']['draft'];

/** Sets another order or none and drops links to lines of the former one. */
function unlinked(draft: Draft, option: SelectOption | null): Draft {
  const { procurement } = draft.head;
  if (procurement?.id === option?.id) return draft;
  const head = { ...draft.head, procurement: option };
  const lines = draft.lines.map((line) => ({ ...line, procurement_line_id: null }));
  return { head, lines };
}

/** A text for a linked order that the person may not see. */
function unseen(head: Draft['head'], t: (key: string) => string): string {
  return head.procurement?.number ? '' : t('invoice.order.unseen');
}
