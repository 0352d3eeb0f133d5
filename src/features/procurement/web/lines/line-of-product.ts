import { type LineDraft, withPrice } from '../draft/draft.ts';
import type { Product } from '../lookups.ts';

/** Fills a line with the catalogue data of a product, with quantity 1 (PROC-07). */
export function lineOfProduct(line: LineDraft, product: Product, decimals: number): LineDraft {
  const filled: LineDraft = {
    ...line,
    kind: 'item',
    description: product.name,
    item_number: product.item_number ?? '',
    quantity: '1',
    unit: product.unit ?? line.unit,
    price_unit: product.price_unit,
    tax: product.tax ?? line.tax,
    supplier: product.supplier,
    new_supplier: '',
    product_id: product.id,
    save_to_catalogue: false,
    product_group: product.product_group,
    cost_center: product.cost_center,
    is_cost_center_fixed: product.is_cost_center_fixed,
    offer_number: product.offer_number ?? '',
    offer_date: product.offer_date,
    image_url: product.image_url ?? '',
    webshop_url: product.webshop_url ?? '',
  };
  return withPrice(filled, { price: product.price_netto, mode: 'net' }, decimals);
}
