import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { isModuleOn } from '../../../platform/server/modules.ts';
import { modulesOf } from '../model.ts';
import type { MonthEndList } from '../search.ts';

/** A list over all documents of a large tenant may take longer than a list of one page. */
export const timeLimitMs = 60_000;

/** A list of which no module is on is not there (GEN-10). */
export async function permitList(tx: Tx, list: MonthEndList): Promise<void> {
  const areOn = await Promise.all(modulesOf[list].map((module) => isModuleOn(tx, module)));
  if (!areOn.includes(true)) throw new Refused(refuse('permission_denied'));
}
