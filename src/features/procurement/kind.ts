import type { Kind } from '../../document/kind.ts';

/** Purchase requests and orders. */
export const procurementKind = {
  name: 'procurement',
  module: 'procurement',
  entries: { start: 'start', approval: 'approval', clearing: 'clearing' },
  clearer: 'user_clearing_id',
  fallbacks: {
    'select-product': 'user_select_product_id',
    approval: 'user_clearing_id',
    'send-order': 'user_send_order_id',
    delivery: 'user_consignee_id',
    clearing: 'user_clearing_id',
  },
  numbers: ['order_number_formatted', 'draft_number_formatted'],
  hasCurrency: true,
  shortLine: { text: 'description', unit: 'unit', net: 'total_netto', costCenter: 'cost_center_id' },
  route: '/procurement/form',
} as const satisfies Kind;
