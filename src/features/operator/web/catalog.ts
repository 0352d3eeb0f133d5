import type { EntityCatalog } from '../../../entity/web/entity-catalog.tsx';
import { tenant } from '../tenant.ts';
import { TenantActions } from './TenantActions.tsx';

/** What the forms of the operator area know: tenants alone, with what can be done with them. */
export const operatorCatalog: EntityCatalog = {
  entities: new Map([['tenant', tenant]]),
  hands: {},
  actions: { tenant: TenantActions },
  questions: {},
  history: null,
  usage: null,
  waiting: null,
};
