import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Files that name a declared field besides its declaration, with the reason. */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  external_order_number: {
    'src/features/procurement/fields.ts': 'its declaration',
    'src/features/procurement/model.ts': 'suppliers read it',
    'src/features/procurement/editing.ts': 'may be added to an order without a new approval (PROC-13)',
    'src/features/procurement/server/copy.ts': 'a copy has none (PROC-33)',
    'src/features/procurement/order-document.ts': 'its place in the letter',
    'src/features/procurement/order-changes.ts': 'what a letter of changes calls it',
    'src/features/procurement/web/head/FurtherFields.tsx': 'its place on the page',
    'src/features/procurement/web/head/HeadSummary.tsx': 'its place on the page',
    'src/features/procurement/export-columns.ts': 'its place in the export',
    'src/features/master-data/mandatory-fields.ts': 'a company may require it (ADM-08)',
  },
  price_unit: {
    'src/entity/sheet/title-synonyms.ts': 'what other programs call it',
    'src/features/procurement/fields.ts': 'its declaration',
    'src/document/totals.ts': 'the rule for totals (PRICE-06)',
    'src/features/procurement/contract-draft.ts': 'what a contract says of prices (PROC-25)',
    'src/features/procurement/web/draft/draft-of-contract.ts': 'what a contract says of prices (PROC-25)',
    'src/features/procurement/model.ts': 'suppliers read it',
    'src/features/procurement/order-lines.ts': 'its place in the letter',
    'src/features/procurement/order-changes.ts': 'what a letter of changes calls it',
    'src/features/procurement/web/lines/LineDetails.tsx': 'its place on the page',
    'src/document/web/lines/priced-line.ts': 'the rule for totals (PRICE-06)',
    'src/features/procurement/web/lines/use-line-sheet.tsx': 'stands beside the price',
    'src/features/procurement/web/lines/RequestTable.tsx': 'stands beside the price',
    'src/features/procurement/web/listed-look.ts': 'the preview adds up the lines',
    'src/features/procurement/web/preview/supplier-shares.ts': 'the preview adds up the lines',
    'src/features/master-data/product.ts': 'that of a product',
    'src/features/control/reach.ts': 'that of a product, which lines keep (PROC-43)',
    'src/features/procurement/product-search.ts': 'that of a product',
    'src/features/procurement/earlier-lines.ts': 'that of an earlier line',
    'src/features/procurement/web/lines/earlier.ts': 'that of an earlier line',
    'src/features/procurement/server/new-records.ts': 'that of a product',
    'src/features/procurement/server/saved-lines.ts': 'that of a product',
    'src/features/procurement/web/lookups.ts': 'that of a product',
    'src/features/procurement/web/lines/ProductOption.tsx': 'that of a product',
    'src/features/procurement/web/lines/line-of-product.ts': 'that of a product',
    'src/features/invoice/fields.ts': 'its declaration, for invoices',
    'src/features/invoice/lines.ts': 'the rule for nets (PRICE-06)',
    'src/features/invoice/matching/order-line.ts': 'that of an ordered line (INV-23)',
    'src/features/invoice/server/ordered.ts': 'that of an ordered line (INV-23)',
    'src/features/invoice/server/match-order.ts': 'that of an ordered line (INV-23)',
    'src/features/invoice/web/orders/orders.ts': 'that of an ordered line (INV-23)',
    'src/features/invoice/web/orders/taken-from-order.ts': 'that of an ordered line (INV-03)',
    'src/features/invoice/web/sources/FromReading.tsx': 'that of a read invoice',
    'src/features/invoice/web/draft.ts': 'the net follows from it',
    'src/features/invoice/web/lines/use-line-sheet.tsx': 'its place on the page',
    'src/features/invoice/recognised-lines.ts': 'that of a read invoice',
    'src/features/invoice/server/recognised-rows.ts': 'that of a read invoice',
    'src/features/procurement/punchout-lines.ts': 'what an item of a cart becomes',
    'src/features/procurement/server/marketplace-order.ts': 'that of an ordered item',
    'src/features/procurement/web/punchout/PendingItems.tsx': 'that of an item of a cart',
    'src/features/punchout/cart.ts': 'that of an item of a cart',
    'src/features/punchout/item.ts': 'that of an item of a cart',
    'src/features/punchout/own-total.ts': 'that of an item of a cart',
    'src/features/procurement/server/punchout-routes.ts': 'that of an item of a cart',
    'src/features/punchout/decided.ts': 'that of an item of a cart, or its whole quantity after a discount',
    'src/features/punchout/notice.ts': 'that of a line as a shop confirms it',
    'src/features/punchout/cxml/read-notice.ts': 'as cXML writes it',
    'src/features/procurement/shop-notice.ts': 'of a shop, turned into that of the line',
    'src/features/punchout/oci/read-cart.ts': 'as OCI writes it',
    'src/features/punchout/cxml/read-cart.ts': 'as cXML writes it',
    'src/features/punchout/cxml/parts.ts': 'as cXML writes it',
    'src/features/punchout/cxml/groups.ts': 'that of what an item of a group stands for',
    'src/features/punchout/cxml/order-request.ts': 'as cXML writes it',
    'src/features/recognition/sandbox/paper.ts': 'what a supplier of the demo writes',
    'src/features/recognition/sandbox/e-invoice.ts': 'what a supplier of the demo writes',
    'src/features/recognition/sandbox/draw-paper.ts': 'what a supplier of the demo writes',
    'src/app/server/demo-paper.ts': 'what a supplier of the demo writes',
    'src/features/onboarding/sample/paper.ts': 'what a sample supplier writes',
    'src/app/server/demo-requests.ts': 'the demo tenant',
    'src/app/server/demo/demo-tenant.ts': 'the demo tenant',
    'src/app/server/demo/products.ts': 'the demo tenant',
  },
};

test.each(Object.entries(reasons))('%s is named only in files with a reason', (field, places) => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  const naming = files.filter((file) => readFileSync(join(root, file), 'utf8').includes(field));
  expect(naming.toSorted()).toEqual(Object.keys(places).toSorted());
});
