import type { Entity } from '../../entity/entity.ts';
import type { EntityCatalog } from '../../entity/web/entity-catalog.tsx';
import { NotYet } from '../../features/configuration/web/NotYet.tsx';
import { entities } from '../../features/master-data/entities.ts';
import { MandatoryFields } from '../../features/master-data/web/MandatoryFields.tsx';
import { ApiToken } from '../../features/people/web/ApiToken.tsx';
import { DepartmentEmployees } from '../../features/people/web/DepartmentEmployees.tsx';
import { PasskeyList } from '../../features/people/web/PasskeyList.tsx';
import { PersonActions } from '../../features/people/web/PersonActions.tsx';
import { UserBlock } from '../../features/people/web/UserBlock.tsx';
import { RecordHistory } from './RecordHistory.tsx';

/** The declared entities with the parts of their forms that are written by hand. */
export const adminCatalog: EntityCatalog = {
  entities,
  hands: {
    'api-token': ApiToken,
    'department-employees': DepartmentEmployees,
    'mandatory-fields': MandatoryFields,
    'not-yet': NotYet,
    passkeys: PasskeyList,
    'user-block': UserBlock,
  },
  actions: { lb_user: PersonActions },
  history: RecordHistory,
};

export interface AdminGroup {
  /** Its text is `admin.group.<name>`. */
  readonly name: 'structure' | 'people' | 'catalogue' | 'accounting';
  readonly entities: readonly Entity[];
}

/** The side navigation of the administration area; locations stand on the settings page (DATA-26). */
export const adminGroups: readonly AdminGroup[] = [
  { name: 'structure', entities: named('client', 'department', 'cost_center') },
  { name: 'people', entities: named('lb_user', 'task_group', 'permission') },
  { name: 'catalogue', entities: named('supplier', 'product', 'product_group') },
  {
    name: 'accounting',
    entities: named(
      'ledger_account',
      'posting_key',
      'profit_center',
      'tax_group',
      'tax_item_group',
      'financial_dimension',
    ),
  },
];

/** The entity at an address such as `/admin/cost-center`. */
export function entityOfRoute(route: string): Entity | undefined {
  return [...entities.values()].find((entity) => entity.route === route);
}

function named(...tables: readonly string[]): readonly Entity[] {
  return tables.flatMap((table) => entities.get(table) ?? []);
}
