import { Refused, refuse } from '../../base/refusal.ts';
import { type Module, modulesByDefault } from '../modules.ts';
import type { Tx } from './database.ts';

/** Refuses with `module_off` while the tenant has the module switched off (GEN-10). */
export async function requireModule(tx: Tx, module: Module): Promise<void> {
  const rows = await tx.fixed<{ value: string | null }>(
    'select value from configuration where client_id is null and key = $1',
    [`module_${module}`],
  );
  const value = rows[0]?.value ?? String(modulesByDefault[module]);
  if (value !== 'true') throw new Refused(refuse('module_off', { field: module }));
}
