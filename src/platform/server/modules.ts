import { Refused, refuse } from '../../base/refusal.ts';
import { type Module, modulesByDefault } from '../modules.ts';
import type { Tx } from './database.ts';

/** Whether the tenant has the module switched on (GEN-10). */
export async function isModuleOn(tx: Tx, module: Module): Promise<boolean> {
  const rows = await tx.fixed<{ value: string | null }>(
    'select value from configuration where client_id is null and key = $1',
    [`module_${module}`],
  );
  return (rows[0]?.value ?? String(modulesByDefault[module])) === 'true';
}

/** Refuses commands with `module_off` while the tenant has the module switched off (GEN-10, ERR-16). */
export async function requireModule(tx: Tx, module: Module): Promise<void> {
  if (!(await isModuleOn(tx, module))) throw new Refused(refuse('module_off', { field: module }));
}

/** Refuses every other call with `permission_denied` while the module is switched off (GEN-10). */
export async function permitModule(tx: Tx, module: Module): Promise<void> {
  if (!(await isModuleOn(tx, module))) throw new Refused(refuse('permission_denied'));
}
