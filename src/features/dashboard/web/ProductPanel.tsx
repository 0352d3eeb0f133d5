import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/web/use-format.ts';
import { productRowsOf } from '../dashboard-links.ts';
import { maxProducts, type ProductFigure, type ProductOrder, productOrders } from '../model.ts';
import { barLengths } from '../shares.ts';
import { type Bar, BarTable } from './BarTable.tsx';
import { dashboardOptions } from './dashboard-data.ts';
import { Panel, WholeButton } from './Panel.tsx';
import type { PanelProps } from './use-dashboard-view.ts';

const fewProducts = 6;

/** The most ordered products by value or quantity (DASH-04). */
export function ProductPanel({ view, question, currency }: PanelProps): ReactNode {
  const { t } = useTranslation();
  const [order, setOrder] = useState<ProductOrder>('value');
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery(dashboardOptions('dashboard_products', question));
  const bars = useProductBars(data ?? [], { view, question, currency, order });
  const unit = order === 'value' ? t('dashboard.unit.value', { currency }) : t('dashboard.products.quantity');
  const title = t('dashboard.products.title');
  return (
    <Panel
      title={title}
      note={unit}
      isLoading={data === undefined}
      isEmpty={bars.length === 0}
      tools={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.products.order')}
            value={order}
            onChange={(value) => setOrder(value === 'quantity' ? 'quantity' : 'value')}
            data={productOrders.map((value) => ({ value, label: t(`dashboard.products.by_${value}`) }))}
          />
          {bars.length > fewProducts ? <WholeButton isWhole={isWhole} onWhole={setWhole} /> : null}
        </>
      }
    >
      <BarTable
        caption={`${title}, ${unit}`}
        nameTitle={t('dashboard.products.product')}
        valueTitle={unit}
        bars={isWhole ? bars : bars.slice(0, fewProducts)}
      />
    </Panel>
  );
}

/** A product opens exactly its lines, where the filters fit into the address of the list (DASH-10). */
function useProductBars(
  products: readonly ProductFigure[],
  {
    view,
    question,
    currency,
    order,
  }: Pick<PanelProps, 'view' | 'question' | 'currency'> & { readonly order: ProductOrder },
): readonly Bar[] {
  const { t } = useTranslation();
  const format = useFormat();
  const place = (product: ProductFigure): number =>
    order === 'value' ? product.by_value : product.by_quantity;
  const own = products
    .filter((product) => product.currency === currency && place(product) <= maxProducts)
    .toSorted((a, b) => place(a) - place(b));
  const lengths = barLengths(own.map(({ net, quantity }) => (order === 'value' ? net : quantity)));
  return own.map((product, index): Bar => {
    const { name, item_number, unit, net, quantity } = product;
    const pieces = [format.quantity(quantity), unit].filter(Boolean).join(' ');
    return {
      key: `${item_number ?? ''} ${name} ${unit}`,
      name: name === '' ? (item_number ?? t('dashboard.hidden')) : name,
      length: lengths[index] ?? '0',
      value: order === 'value' ? format.amount(net, { decimals: 0 }) : pieces,
      ...(order === 'value' && { withoutRate: product.without_rate }),
      hint: `${format.amount(net, { currency })}, ${pieces}`,
      list: productRowsOf(view, question, product.key),
      search: null,
    };
  });
}
