import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, absolute, amountOf, compareAmounts } from '../../../../base/money.ts';
import { unitText } from '../../../../base/units.ts';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { type ComparedLine, comparedLines, type Difference } from '../../matching/compare-lines.ts';
import { CheckPoints, type ShownPoint } from '../checks/CheckPoints.tsx';
import { isBlankLine } from '../draft.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import type { InvoiceOrders } from './use-orders.ts';

/** Compares invoiced with ordered and received quantities and prices, line by line (INV-23). */
export function OrderMatch({
  form,
  orders,
}: {
  readonly form: InvoiceForm;
  readonly orders: InvoiceOrders;
}): ReactNode {
  const { t } = useTranslation();
  const words = useDifferenceWords();
  const ofOrders = useOrderPoints(orders);
  if (orders.orders.length === 0) return null;
  const { head, lines } = form.situation.document;
  const isInAdvance = head.payment_in_advance;
  const invoice = { currency: head.currency, lines, isInAdvance };
  const places = placesOnScreen(form);
  const compared = comparedLines(invoice, orders.lines, orders.tolerances).map(
    (line): ComparedLine => ({ ...line, place: places[line.place] ?? line.place }),
  );
  const differing = compared.flatMap((line) =>
    line.differences.map(
      (difference): ShownPoint => ({
        key: `${line.place} ${difference.code}`,
        state: difference.code === 'price_below' ? 'ok' : 'doubtful',
        ...words(line, difference, head.currency),
      }),
    ),
  );
  const unlinked = compared.filter(({ orderLine }) => orderLine === null).map(({ place }) => place + 1);
  const agreeing = compared.filter((line) => line.orderLine !== null && line.differences.length === 0).length;
  return (
    <CheckPoints
      title={t('invoice.match.title')}
      points={[
        ...ofOrders,
        ...(agreeing === 0
          ? []
          : [
              {
                key: 'agreeing',
                state: 'ok' as const,
                text: t('invoice.match.agreeing', { count: agreeing, all: compared.length }),
              },
            ]),
        ...differing,
        ...(unlinked.length === 0 || agreeing + differing.length === 0
          ? []
          : [
              {
                key: 'unlinked',
                state: 'doubtful' as const,
                text: t('invoice.match.unlinked', { lines: unlinked.join(', ') }),
              },
            ]),
      ]}
    />
  );
}

/** The position on the screen of each compared line; blank lines are not compared. */
function placesOnScreen({ editor }: InvoiceForm): readonly number[] {
  return editor.draft.lines.flatMap((line, place) => (isBlankLine(line) ? [] : [place]));
}

/** The open value of each order after this invoice, as saved. */
function useOrderPoints({ orders }: InvoiceOrders): readonly ShownPoint[] {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  return orders.map(({ id, number, open_value, currency }) => {
    const open = seesPrices && open_value !== null ? amountOf(open_value) : null;
    const isExceeded = open !== null && compareAmounts(open, '0') < 0;
    return {
      key: `order ${id}`,
      state: isExceeded ? 'doubtful' : 'ok',
      text: t('invoice.match.order', { number }),
      detail:
        open === null
          ? undefined
          : t(isExceeded ? 'invoice.match.exceeded' : 'invoice.match.open', {
              amount: format.amount(absolute(open), { currency }),
            }),
    };
  });
}

/** The text of a difference with the expected value. */
function useDifferenceWords() {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    line: ComparedLine,
    difference: Difference,
    currency: string,
  ): Pick<ShownPoint, 'text' | 'detail'> => {
    const place = line.place + 1;
    const text = t(`invoice.match.difference.${difference.code}`, { line: place });
    const money = (amount: Amount): string => format.amount(amount, { currency });
    switch (difference.code) {
      case 'price_above':
      case 'price_below':
        return {
          text,
          detail: t('invoice.match.price', { ordered: money(difference.ordered), by: money(difference.by) }),
        };
      case 'quantity_above':
        return {
          text,
          detail: t('invoice.match.quantity', {
            ordered: format.quantity(difference.ordered),
            by: format.quantity(difference.by),
          }),
        };
      case 'not_received':
        return {
          text,
          detail: t('invoice.match.receipt', {
            received: format.quantity(difference.received),
            by: format.quantity(difference.by),
          }),
        };
      case 'other_currency':
        return { text, detail: difference.currency };
      case 'other_unit':
        return { text, detail: unitText(difference.unit, t) };
    }
  };
}
