import type { EntityCatalog } from '../../../entity/web/entity-catalog.tsx';
import { tenant } from '../tenant.ts';
import { TenantActions } from './TenantActions.tsx';

/** Entities of the operator area's forms: only tenants, with their actions. */
export const operatorCatalog: EntityCatalog = {
  entities: new Map([['tenant', tenant]]),
  hands: {},
  actions: { tenant: TenantActions },
  questions: {},
  history: null,
  usage: null,
  waiting: null,
};
