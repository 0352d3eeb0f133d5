import { GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { loadDocument } from '../../../document/server/store.ts';
import { scalars } from '../../../graphql/scalars.ts';
import { type ComputedBy, computedField } from '../../../graphql/server/computed.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { letterDue } from '../order-letters.ts';
import { supplierOrders } from '../ordering.ts';
import { servedProcurement } from './served.ts';

const required = GraphQLNonNull;

const orderBlock = new GraphQLObjectType({
  name: 'procurement_order_block',
  description:
    'The order of one supplier: its state, and the next letter due to the supplier (PROC-16, PROC-37).',
  fields: {
    supplier_id: { type: scalars.bigint },
    marketplace_id: { type: scalars.bigint },
    supplier_order_id: { type: scalars.bigint },
    state: { type: new required(GraphQLString) },
    /** `order`, `change`, `cancellation`; null if the supplier has the current order. */
    letter_due: { type: GraphQLString },
  },
});

/** `procurement.order_blocks`: the blocks of the order, computed by the rules of its commands (PROC-16). */
export const orderBlocksField: ComputedBy = computedField<number>({
  table: 'procurement',
  name: 'order_blocks',
  type: new required(new GraphQLList(new required(orderBlock))),
  facts: (alias) => `to_json(${alias}.id)`,
  compute: blocks,
});

async function blocks(id: number, _context: Context, tx: Tx) {
  const document = await loadDocument(tx.as('writer'), servedProcurement, id);
  return supplierOrders(document).map((order) => ({
    supplier_id: order.supplier_id,
    marketplace_id: order.marketplace_id,
    supplier_order_id: order.id,
    state: order.state,
    letter_due: letterDue(document, order),
  }));
}
