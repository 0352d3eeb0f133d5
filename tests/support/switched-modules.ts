import { modules } from '../../src/platform/modules.ts';
import type { Queryable } from './catalogue.ts';

/**
 * Switches on every module in all tenants, because rows of switched-off ones are hidden (API-45) regardless of the
 * wall.
 */
export async function switchModulesOn(connection: Queryable): Promise<void> {
  // The demo has already set some of them.
  await connection.query("delete from configuration where key like 'module!_%' escape '!'", []);
  await connection.query(
    `insert into configuration (tenant_id, key, model, value)
     select tenant.id, 'module_' || module, 'boolean', 'true' from tenant, unnest($1::text[]) as module`,
    [modules],
  );
}
