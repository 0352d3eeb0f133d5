import { catalogueLines, completeForm } from '../../procurement/requests.ts';
import { shopFor } from '../../punchout/shop-request.ts';
import { marketplace } from '../../punchout/shopping.ts';
import { today } from '../../support/today.ts';
import { type CommandSetup, group, Walked } from './setup.ts';

const own = (setup: CommandSetup) => setup.person('requester');

async function draft(setup: CommandSetup, lines: readonly object[]): Promise<Walked> {
  const head = await completeForm(await own(setup));
  return new Walked(setup, 'procurement', await setup.take('requester', 'procurement_save', { head, lines }));
}

const linesOf = async ({ setup, id }: Walked) =>
  (
    await setup.sql<{ id: string; supplier_id: string }>(
      'select id, supplier_id from procurement_line where procurement_id = $1 order by id',
      [id],
    )
  ).map((line) => ({ id: Number(line.id), supplier_id: Number(line.supplier_id) }));

/** A request with question and legal hold, reassigned, approved and delivered. */
async function delivered(setup: CommandSetup): Promise<void> {
  const request = await draft(setup, await catalogueLines(await own(setup), 2, '2'));
  const copy = new Walked(setup, 'procurement', await request.take('copy', {}, 'requester'));
  await copy.take('delete_draft', {}, 'requester');
  await request.take('submit', {}, 'requester');
  await asking(setup, request);
  await request.take('hold', {}, 'admin');
  await request.take('lift_hold', {}, 'admin');
  await request.take('withdraw', {}, 'requester');
  await request.take('submit', {}, 'requester');
  await request.take('decline', { comment: 'Zu teuer.' });
  await request.take('to_approval');
  const { context } = await setup.person('approver2');
  await request.take('reassign', { person_id: context.userId }, 'admin');
  await approve(request);
  await request.take('reassign', { person_id: await group(setup) }, 'admin');
  await request.take('accept', {}, 'buyer');
  await request.take('give_back', {}, 'buyer');
  await request.take('accept', {}, 'buyer');
  const lines = await linesOf(request);
  for (const supplier_id of new Set(lines.map((line) => line.supplier_id)))
    await request.take('confirm_order', { supplier_id, confirmation_no: 'AB 1' }, 'buyer');
  await request.take('send_to_clearing', { comment: 'Menge?' }, 'buyer');
  await request.take('to_order');
  await request.take('complete_order');
  await request.take('send_to_clearing', { comment: 'Menge?' });
  await request.take('to_delivery');
  const [first] = lines;
  const block = { supplier_id: first?.supplier_id };
  await request.take(
    'record_confirmation',
    {
      ...block,
      confirmed_on: today(),
      lines: [{ procurement_line_id: first?.id, quantity: '1' }],
    },
    'admin',
  );
  await request.take('accept_confirmation', block, 'admin');
  await request.take('receive', {
    receipts: lines.map((line) => ({ procurement_line_id: line.id, quantity: '1' })),
  });
  await request.take('close_invoicing', { completely_invoiced: true }, 'admin');
  await request.take('finish_delivery');
  await request.take('return_goods', { receipts: await firstReceipt(request, '-1') });
}

/** The first goods received, as goods to return. */
async function firstReceipt({ setup, id }: Walked, quantity: string) {
  const rows = await setup.sql<{ id: string; procurement_line_id: string }>(
    'select id, procurement_line_id from goods_receipt where procurement_id = $1 order by id limit 1',
    [id],
  );
  return rows.map((row) => ({
    procurement_line_id: Number(row.procurement_line_id),
    reverses_id: Number(row.id),
    reason: 'gebrochen',
    quantity,
  }));
}

/** A person is asked and closes the question. */
export async function asking(setup: CommandSetup, document: Walked): Promise<void> {
  const { context } = await setup.person('approver1');
  const question = { comment: '@Frage', mention_ids: [context.userId] };
  await document.take('comment', question, 'admin');
  await document.take('close_question', {}, 'approver1');
}

/** All approvers approve, one after the other. */
async function approve(document: Walked): Promise<void> {
  while ((await document.step()) === 'approval') await document.take('approve');
}

/** Lines without supplier and price, completed by two people; the order is mailed and cancelled. */
async function selected(setup: CommandSetup): Promise<void> {
  const [product] = await catalogueLines(await own(setup), 1, '2');
  const buyer = await setup.person('buyer');
  const other = await setup.idOf(
    'update product_group set user_select_product_id = $1 where id = (select max(id) from product_group where tenant_id = $2) returning id',
    [buyer.context.userId, buyer.context.tenantId],
  );
  const plain = { description: 'Messuhr', quantity: '2', unit: 'Stück' };
  const request = await draft(setup, [plain, { ...plain, product_group_id: other }]);
  await request.take('submit', {}, 'requester');
  await request.take('to_next_selection');
  const lines = (await linesOf(request)).map(({ id }) => ({ ...product, id }));
  await request.take('save', { lines });
  await request.take('to_approval');
  await request.take('send_to_clearing', { comment: 'Menge?' });
  await request.take('to_select_product');
  await request.take('to_approval');
  await approve(request);
  const supplier_id = (await linesOf(request))[0]?.supplier_id;
  const order = `id: ${request.id}, supplier_id: ${supplier_id}`;
  await setup.ask('buyer', 'procurement_order_mail', `{ procurement_order_mail(${order}) }`);
  await request.take('send_order', { supplier_id, recipient: 'verkauf@lieferant.example' });
  await request.take('cancel');
}

/** Items from a shop. */
async function shopped(setup: CommandSetup): Promise<void> {
  const { demo, shop } = setup;
  const [admin, requester, buyer] = await Promise.all(
    ['admin', 'requester', 'buyer'].map((login) => demo.person(`${login}@demo.test`)),
  );
  if (!admin || !requester || !buyer) throw new Error('no person shops');
  const first = await marketplace(admin, shop, { name: 'Erster' });
  const second = await marketplace(admin, shop, { name: 'Zweiter' });
  const request = await draft(setup, []);
  const way = { demo, shop, requester, buyer };
  const cart = await shopFor(way, request, first);
  await request.take('take_cart_items', { punchout_cart_id: cart, positions: [0] }, 'requester');
  await request.take('leave_cart_items', { punchout_cart_id: cart, positions: [1] }, 'requester');
  await request.take('change_marketplace', { punchout_cart_id: cart, marketplace_id: second }, 'requester');
  const other = await shopFor(way, request, first);
  await request.take('delete_cart', { punchout_cart_id: other }, 'requester');
}

/** Every command of a purchase request. */
export async function requests(setup: CommandSetup): Promise<void> {
  await delivered(setup);
  await selected(setup);
  await shopped(setup);
}
