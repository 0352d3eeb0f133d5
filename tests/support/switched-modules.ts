import { modules } from '../../src/platform/modules.ts';
import type { Queryable } from './catalogue.ts';

/** Switches every module on in all tenants: rows of others are hidden from everybody (API-45), whatever the wall does. */
export async function switchModulesOn(connection: Queryable): Promise<void> {
  // The demo has some of them on already.
  await connection.query("delete from configuration where key like 'module!_%' escape '!'", []);
  await connection.query(
    `insert into configuration (tenant_id, key, model, value)
     select tenant.id, 'module_' || module, 'boolean', 'true' from tenant, unnest($1::text[]) as module`,
    [modules],
  );
}
