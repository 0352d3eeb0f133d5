import type pg from 'pg';
import type { Actor, Cast } from './cast.ts';
import type { Chance } from './chance.ts';

/** Contents of new requests. */
export interface Templates {
  /** People whose own place in the company fits the form. */
  readonly requesters: readonly Actor[];
  /** People of the department whose only approver comes with one supplier. */
  readonly inCorner: readonly Actor[];
  headOf(actor: Pick<Actor, 'id'>): Readonly<Record<string, unknown>>;
  /** A catalogue line, occasionally without supplier or price, so that product selection is needed. */
  line(chance: Chance, description: string, actor: Actor): Readonly<Record<string, unknown>>;
  /** A catalogue product with supplier and price. */
  product(chance: Chance): Readonly<Record<string, unknown>>;
}

interface Place {
  readonly id: number;
  readonly client_id: number;
  readonly department_id: number;
  readonly cost_center_id: number;
  readonly ledger_account_id: number;
  readonly delivery_address_id: number;
  readonly billing_address_text: string;
}

export async function templatesOf(owner: pg.ClientBase, cast: Cast): Promise<Templates> {
  const { rows: places } = await owner.query<Place>(
    `select u.id::int, u.client_id::int, u.department_id::int, u.cost_center_id::int, c.billing_name as billing_address_text,
       a.id::int as delivery_address_id,
       (select min(l.id)::int from ledger_account l where l.tenant_id = u.tenant_id and l.active
          and not exists (select from client_ledger_account c where c.tenant_id = l.tenant_id and c.ledger_account_id = l.id)
       ) as ledger_account_id
     from lb_user u
     join client c on c.tenant_id = u.tenant_id and c.id = u.client_id
     join client_address a on a.tenant_id = c.tenant_id and a.client_id = c.id and a.is_default
     where u.tenant_id = $1
       and exists (select from department_cost_center d where d.tenant_id = u.tenant_id
                   and d.department_id = u.department_id and d.cost_center_id = u.cost_center_id)`,
    [cast.tenantId],
  );
  const { rows: products } = await owner.query<{ product_id: number; supplier_id: number | null }>(
    `select id::int as product_id, item_number, unit, price_netto, tax, supplier_id::int, product_group_id::int
     from product where tenant_id = $1 and price_netto between 1 and 2500
       and supplier_id in (select id from supplier where tenant_id = $1 and email is not null order by id limit 3)
     order by id`,
    [cast.tenantId],
  );
  const { rows: approved } = await owner.query<{ supplier_id: number; department_id: number }>(
    `select a.supplier_id::int, u.department_id::int from supplier_approver a
     join lb_user u on u.tenant_id = a.tenant_id and u.email = 'selector@demo.test'
     where a.tenant_id = $1 order by a.id desc limit 1`,
    [cast.tenantId],
  );
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const isInCorner = (personId: number) =>
    placeOf.get(personId)?.department_id === approved[0]?.department_id;
  return {
    requesters: cast.people.filter(({ id }) => placeOf.has(id)),
    headOf: (actor) => {
      const { id: _id, ...place } = placeOf.get(actor.id) ?? { id: 0 };
      return {
        ...place,
        consignee_id: actor.id,
        delivery_date: '2099-12-31',
        usage_type: 'usage_based',
        payment_timing: 'postpaid',
      };
    },
    line: (chance, description, actor) => {
      const product = chance.pick(products);
      const quantity = String(1 + chance.below(9));
      const isOpen = chance.share(isInCorner(actor.id) ? 0.4 : 0.05);
      if (!isOpen) return { ...product, description, quantity };
      // Where no one else approves, the first requested supplier provides the only approver.
      const wished = isInCorner(actor.id)
        ? { supplier_id: approved[0]?.supplier_id, price_netto: null }
        : { supplier_id: null };
      return { ...product, product_id: null, ...wished, description, quantity };
    },
    product: (chance) => {
      const free = products.filter(({ supplier_id }) => supplier_id !== approved[0]?.supplier_id);
      return { ...chance.pick(chance.share(0.9) ? free : products) };
    },
    inCorner: cast.people.filter(({ id }) => isInCorner(id)),
  };
}

/** Uncharged orders of the demo, for the first invoices. */
export async function ordersOf(owner: pg.ClientBase, { tenantId }: Cast): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    `select p.id::int from procurement p where p.tenant_id = $1 and p.status = 'ordered' and p.currency = 'EUR'
       and exists (select from procurement_line l where l.tenant_id = $1 and l.procurement_id = p.id
                   and l.supplier_id is not null and l.total_netto > 0)
     order by p.id limit 4`,
    [tenantId],
  );
  return rows.map(({ id }) => id);
}
