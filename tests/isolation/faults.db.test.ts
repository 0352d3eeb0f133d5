import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogue, tenantTables } from '../support/catalogue.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { type Fixture, fillTenants } from '../support/tenants.ts';
import { attemptIntrusion } from './attempts.ts';
import { checkStructure } from './structure.ts';

/** A hole in the wall, and the message that the checks must give. */
interface Fault {
  readonly name: string;
  readonly plant: string;
  /** The finding from the catalogue; absent where only an attempt shows the hole. */
  readonly structure?: RegExp;
  /** The finding of an attempt in `table`; absent where nothing gets through yet. */
  readonly attempt?: RegExp;
  readonly table?: string;
}

const faults: readonly Fault[] = [
  {
    name: 'a policy of readers is open to all tenants',
    plant: 'alter policy visible on supplier using (true)',
    table: 'supplier',
    attempt: /^supplier: reader sees rows of another tenant/,
  },
  {
    name: 'a policy adds an "or" beside the tenant',
    plant: `create policy also on client for select to reader_price using ((select app.is_admin()))`,
    table: 'client',
    attempt: /^client: reader_price sees rows of another tenant/,
  },
  {
    name: 'the policy of the writer is open',
    plant: 'alter policy tenant_wall on cost_center using (true) with check (true)',
    table: 'cost_center',
    attempt: /^cost_center: writer deletes a row of another tenant/,
  },
  {
    name: 'the writer may write rows of any tenant',
    plant: 'alter policy tenant_wall on product with check (true)',
    table: 'product',
    attempt: /^product: writer inserts a row for another tenant/,
  },
  {
    name: 'the policy of the writer is missing, and with it its own rows',
    plant: 'drop policy tenant_wall on budget',
    table: 'budget',
    attempt: /^budget: writer does not even see the rows of his own tenant/,
  },
  {
    name: 'a policy is for every role',
    plant: 'create policy everybody on tour using (tenant_id = (select app.tenant_id()))',
    structure: /^tour\/everybody: the policy is not for named roles/,
  },
  {
    name: 'row-level security is disabled',
    plant: 'alter table procurement disable row level security',
    table: 'procurement',
    structure: /^procurement: row-level security is not enabled and forced/,
    attempt: /^procurement: reader sees rows of another tenant/,
  },
  {
    name: 'row-level security is not forced on the owner',
    plant: 'alter table file no force row level security',
    structure: /^file: row-level security is not enabled and forced/,
  },
  {
    name: 'a policy without context shows everything',
    plant: `alter policy visible on location using (tenant_id = coalesce((select app.tenant_id()), tenant_id))`,
    table: 'location',
    attempt: /^location: reader without context counts 2/,
  },
  {
    name: 'the amount of a document is granted to readers without prices',
    plant: 'grant select (total_netto) on procurement to reader',
    structure: /^procurement.total_netto: an amount is open/,
  },
  {
    name: 'a new column for money is granted as a whole',
    plant: 'alter table supplier add bonus numeric(14, 2); grant select (bonus) on supplier to reader',
    structure: /^supplier.bonus: an amount is open/,
  },
  {
    name: 'a secret is granted to readers',
    plant: 'grant select (api_token_hash) on lb_user to reader_price',
    structure: /^lb_user.api_token_hash: a secret is open/,
  },
  {
    name: 'a reader may write',
    plant: 'grant update (name) on supplier to reader',
    structure: /^reader: update supplier\(name\): a reader may do more than read/,
  },
  {
    name: 'a table is granted to the login role',
    plant: 'grant select on configuration to kontor_web',
    structure: /^kontor_web: select configuration: the login role, or everybody/,
  },
  {
    name: 'a table is granted to public',
    plant: 'grant select on mail to public',
    structure: /^public: select mail: the login role, or everybody/,
  },
  {
    name: 'the gate gains a right',
    plant: 'grant select on client to gate',
    structure: /^gate: select client: the right of a role across tenants/,
  },
  {
    name: 'a writable view reads with the rights of its owner',
    plant: 'alter view task_group set (security_invoker = false)',
    table: 'task_group',
    structure: /^task_group: a view must look with the rights of who asks/,
    attempt: /^task_group: reader sees rows of another tenant/,
  },
  {
    name: 'the operator gains access to a tenant table',
    plant:
      'grant select on supplier to operator; create policy operator_wall on supplier to operator using (true)',
    table: 'supplier',
    structure: /^operator: select supplier: the right of a role across tenants/,
    attempt: /^supplier: operator sees rows of another tenant/,
  },
  {
    name: 'the writer may forge the audit',
    plant: 'grant update on audit_log to writer',
    structure: /^writer: update audit_log: the writer may write what only triggers write/,
  },
  {
    name: 'the writer deletes a hand of a document',
    plant: 'grant delete on document_hand to writer',
    structure: /^writer: delete document_hand: the writer may write what only triggers write/,
  },
  {
    name: 'a waiting change is recorded for another tenant',
    plant: 'drop trigger stay_in_tenant on control_change',
    table: 'client',
    attempt: /^client: writer inserts a row for another tenant/,
  },
  {
    name: 'the writer adds an approval',
    plant: 'grant insert on approval_record to writer',
    structure: /^writer: insert approval_record: the writer may write what only triggers write/,
  },
  {
    name: 'a foreign key does not carry the tenant',
    plant: `
      create unique index everywhere on location (id);
      alter table product drop constraint product_tenant_id_location_id_fkey;
      alter table product add foreign key (location_id) references location (id)`,
    table: 'product',
    structure: /^product\/product_location_id_fkey: the foreign key does not carry tenant_id/,
    attempt: /^product.location_id: points at a row of another tenant \(accepted\)/,
  },
  {
    name: 'a deleted parent clears the tenant of its children',
    plant: `
      alter table product drop constraint product_tenant_id_location_id_fkey;
      alter table product add foreign key (tenant_id, location_id) references location (tenant_id, id) on delete set null`,
    structure: /^product\/.*: "on delete set null" does not name its column/,
  },
  {
    name: 'a unique key does not begin with the tenant',
    plant: 'alter table tour add constraint tour_page_key unique (page)',
    table: 'tour',
    structure: /^tour_page_key: a unique key that does not lead with tenant_id/,
    attempt: /^tour: tour_page_key reveals that another tenant has the same page/,
  },
  {
    name: 'a primary key does not begin with the tenant',
    plant:
      'alter table notification drop constraint notification_pkey cascade; alter table notification add primary key (id, tenant_id)',
    structure: /^notification: the primary key does not lead with tenant_id/,
  },
  {
    name: 'a table has no index that begins with the tenant',
    plant:
      'alter table tax_group drop constraint tax_group_pkey cascade; alter table tax_group drop constraint tax_group_tenant_id_client_id_code_key',
    structure: /^tax_group: no index over all rows leads with tenant_id/,
  },
  {
    name: 'a table has no tenant',
    plant: 'create table note (id bigint primary key, body text); grant select on note to reader',
    structure: /^note: belongs to no tenant/,
  },
  {
    name: 'a role may bypass row-level security',
    plant: 'alter role writer bypassrls',
    table: 'client',
    structure: /^writer: the role is missing, can log in, or has rights over the cluster/,
    attempt: /^client: writer deletes a row of another tenant/,
  },
  {
    name: 'the login role inherits the rights of the writer',
    plant: 'grant writer to kontor_web with inherit true',
    structure: /^kontor_web in writer: one role is a member of another/,
  },
  {
    name: 'a reader may become the writer',
    plant: 'grant writer to reader',
    structure: /^reader in writer: one role is a member of another/,
  },
  {
    name: 'a role owns a table',
    plant: 'grant create on schema public to writer; alter table tour owner to writer',
    structure: /^writer: a role of the application owns something/,
  },
  {
    name: 'a definer function returns rows of all tenants',
    plant: `create function app.all_suppliers() returns setof supplier language sql security definer as 'select * from supplier';
            grant execute on function app.all_suppliers() to reader`,
    structure: /^all_suppliers: a definer function is not on the reviewed list/,
  },
  {
    name: 'a reviewed definer function is opened to a role',
    plant: 'grant execute on function app.list_documents(bigint, text, bigint[]) to reader',
    structure: /^list_documents by reader: the call of a definer function is not/,
  },
  {
    name: 'a definer function loses its search path',
    plant: 'alter function app.write_audit() reset search_path',
    structure: /^write_audit: a definer function is not on the reviewed list, or has no search path/,
  },
  {
    name: 'a function is executable by public',
    plant: 'grant execute on function app.scope_of(text[], text) to public',
    structure: /^scope_of: everybody may call the function/,
  },
  {
    name: 'a view reads with the rights of its owner',
    plant: 'create view all_clients as select * from client; grant select on all_clients to reader',
    structure: /^all_clients: a view must look with the rights of who asks/,
  },
  {
    name: 'ilike is no longer leakproof',
    plant: 'alter function pg_catalog.texticlike(text, text) not leakproof',
    structure: /texticlike.*not leakproof/,
  },
];

describe('GEN-02 a planted fault in the wall is found', () => {
  let db: TestDatabase;
  let fixture: Fixture;
  let owner: pg.Client;

  beforeAll(async () => {
    db = await testDatabase();
    owner = new pg.Client({ connectionString: db.ownerUrl });
    await owner.connect();
    fixture = await fillTenants(owner);
  });
  afterAll(async () => {
    await owner.end();
    await db.drop();
  });

  test.each(faults)('$name', async ({ plant, structure, attempt, table }) => {
    await owner.query('begin');
    try {
      await owner.query(plant);
      if (structure) expect(await checkStructure(owner)).toHaveProperty('holes', somethingLike(structure));
      if (attempt) {
        const tables = tenantTables(await readCatalogue(owner)).filter(({ name }) => name === table);
        const { holes } = await attemptIntrusion(owner, fixture, tables);
        expect(holes).toEqual(somethingLike(attempt));
      }
    } finally {
      await owner.query('rollback');
    }
  });

  test('every fault names the check that finds it', () => {
    expect(faults.filter(({ structure, attempt }) => !structure && !attempt)).toEqual([]);
    expect(faults.filter(({ attempt, table }) => attempt && !table)).toEqual([]);
  });
});

function somethingLike(words: RegExp): unknown {
  return expect.arrayContaining([expect.stringMatching(words)]);
}
