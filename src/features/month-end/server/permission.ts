import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import { modulesOf } from '../model.ts';
import type { MonthEndList } from '../search.ts';

/** Lists over all documents of a large tenant need more time than a page. */
export const timeLimitMs = 60_000;

/** Refuses a list whose modules are all off (GEN-10). */
export async function permitList(tx: Tx, list: MonthEndList): Promise<void> {
  if (!(await isListOn(tx, list))) throw new Refused(refuse('permission_denied'));
}

/** Whether a module of a list is on. */
export async function isListOn(tx: Tx, list: MonthEndList): Promise<boolean> {
  const areOn = await Promise.all(modulesOf[list].map((module) => isModuleOn(tx, module)));
  return areOn.includes(true);
}
