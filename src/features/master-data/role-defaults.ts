import { ablePeople, reference } from '../../entity/kinds/chosen.ts';

const person = () => reference('lb_user', { among: ablePeople });

/** The assignees of steps for which a document names nobody (RDEF-03, ADM-09). */
export const purchasingDefaults = {
  user_select_product_id: person(),
  user_send_order_id: person(),
  user_consignee_id: person(),
  user_clearing_id: person(),
};

/** Companies also have defaults for invoices; departments do not. */
export const invoiceDefaults = {
  user_invoice_manual_check_id: person(),
  user_invoice_clearing_id: person(),
};
