import { GraphQLBoolean, GraphQLNonNull, GraphQLObjectType } from 'graphql';
import { z } from 'zod';
import { scalars } from '../../../graphql/scalars.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { linkedTo } from './selectable.ts';

/**
 * Checks whether a request can be submitted: a company with linked department, cost center and account, as many
 * approvers beside the requester as the company requires (APPR-04, APPR-09), and an order sender.
 */
const setupSql = `
  with pair as (
    select c.id as client_id, c.min_approval, c.self_approval, c.user_send_order_id as buyer_of_client,
      d.id as department_id, d.user_send_order_id as buyer_of_department
    from client c join department d on d.active and ${linkedTo.department('d', 'c.id')}
    where c.active
  ), chain as (
    select p.*, k.id as cost_center_id
    from pair p join cost_center k on k.active and ${linkedTo.costCenter('k', 'p.client_id', 'p.department_id')}
  ), whole as (
    select h.* from chain h
    where exists (select from ledger_account a where a.active and ${linkedTo.ledgerAccount('a', 'h.client_id')})
  ), present as (
    select id, is_group from lb_user where active and not blocked
  ), persons as (
    select count(*) as count from present where not is_group
  ), of_supplier as (
    select null::bigint as supplier_id union select supplier_id from supplier_approver
  )
  select
    exists (select from client where active) as client,
    exists (select from pair) as department,
    exists (select from chain) as cost_center,
    exists (select from whole)
      or not exists (select from chain) and exists (select from ledger_account where active) as ledger_account,
    (select count > 1 from persons) or exists (select from client where active and min_approval = 0) as people,
    exists (
      select from whole w, persons, of_supplier s
      where w.min_approval <= (
          select count(distinct l.lb_user_id) from (
            select lb_user_id from department_approver where department_id = w.department_id
            union select lb_user_id from cost_center_approver where cost_center_id = w.cost_center_id
            union select lb_user_id from supplier_approver where supplier_id = s.supplier_id
          ) l join present on present.id = l.lb_user_id)
        and (persons.count > w.min_approval or w.self_approval = 'allowed')
    ) or not exists (select from whole)
      and exists (select from department_approver l join present on present.id = l.lb_user_id) as approver,
    exists (select from configuration g join present on present.id = g.lb_user_id
            where g.key = 'user_send_order_id' and g.client_id is null)
      or exists (select from client c join present on present.id = c.user_send_order_id where c.active)
      or exists (select from department d join present on present.id = d.user_send_order_id where d.active) as roles,
    (select min(id) from department where active) as department_id,
    (select min(id) from cost_center where active) as cost_center_id,
    (select min(id) from ledger_account where active) as ledger_account_id`;

const flag = { type: new GraphQLNonNull(GraphQLBoolean) };
const id = { type: scalars.bigint };
const setupType = new GraphQLObjectType({
  name: 'procurement_setup',
  description: 'The available prerequisites of the first purchase request, and rows that are not linked yet.',
  fields: {
    ...{ client: flag, department: flag, cost_center: flag, ledger_account: flag },
    ...{ people: flag, approver: flag, roles: flag },
    ...{ department_id: id, cost_center_id: id, ledger_account_id: id },
  },
});

/** Whether a purchase request can be submitted, and what is missing for it. */
export const setupQuestion: QueryFunction = queryFunction({
  name: 'procurement_setup',
  description:
    'The prerequisites for submitting a purchase request, and which of them are met; for administrators.',
  input: z.object({}),
  output: setupType,
  kinds: ['admin'],
  run: async (tx) => await tx.one(setupSql),
});
