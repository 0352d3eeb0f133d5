import pg from 'pg';
import { Refused, refuse } from '../../base/refusal.ts';
import { type Module, modulesByDefault } from '../modules.ts';
import type { Tx } from './database.ts';

const permissionDenied = '42501';

/** Whether the module is switched on for the tenant (GEN-10). */
export async function isModuleOn(tx: Tx, module: Module): Promise<boolean> {
  const rows = await tx.fixed<{ value: string | null }>(
    'select value from configuration where client_id is null and key = $1',
    [`module_${module}`],
  );
  return (rows[0]?.value ?? String(modulesByDefault[module])) === 'true';
}

/**
 * Refuses commands with `module_off` while the module is switched off (GEN-10, ERR-16). The database then rejects
 * every statement after it, so that a command need not wait for the answer.
 */
export async function requireModule(tx: Tx, module: Module): Promise<void> {
  const needed = JSON.stringify({ [module]: String(modulesByDefault[module]) });
  try {
    await tx.fixed('select app.require_modules($1)', [needed]);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === permissionDenied)
      throw new Refused(refuse('module_off', { field: module }));
    throw error;
  }
}

/** Refuses any other call with `permission_denied` while the module is switched off (GEN-10). */
export async function permitModule(tx: Tx, module: Module): Promise<void> {
  if (!(await isModuleOn(tx, module))) throw new Refused(refuse('permission_denied'));
}
