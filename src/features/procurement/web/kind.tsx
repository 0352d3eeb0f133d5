import { IconFlag } from '@tabler/icons-react';
import type { PageKind } from '../../../document/web/kind.ts';
import { procurementKind } from '../kind.ts';
import { documentFields, type ProcurementDocument } from './document.ts';

const ofSuppliers = ['send_order', 'confirm_order', 'record_confirmation', 'accept_confirmation'];

/** The page configuration of purchase requests. */
export const procurementPage: PageKind<ProcurementDocument> = {
  ...procurementKind,
  fields: documentFields,
  // Drafting, product selection and clearing are editing steps.
  editedIn: ['draft', 'open', 'clearing'],
  actions: {
    clicked: ['to_next_selection', 'to_approval', 'to_order', 'complete_order'],
    staying: ['receive', 'take_back', 'return_goods', ...ofSuppliers],
    inPlace: ['receive'],
    // Goods are returned at their receipt.
    elsewhere: ['return_goods', ...ofSuppliers],
    beside: ['finish_delivery'],
    icons: { finish_delivery: <IconFlag size={16} stroke={1.6} aria-hidden /> },
    personArguments: {
      to_select_product: 'select_product_id',
      to_order: 'send_order_id',
      to_delivery: 'consignee_id',
    },
  },
};
