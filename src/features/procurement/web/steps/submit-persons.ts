import { needsPersonDialog } from '../../../../document/approval/role-defaults.ts';
import type { RolePersons } from '../../../../document/web/steps/role-persons.ts';
import type { AskedRole } from '../../../../document/web/steps/SubmitDialog.tsx';
import type { Procurement } from '../../model.ts';
import { needsSelection } from '../../planned-steps.ts';

/** The roles with several default persons or none (RDEF-05). The receiver is chosen in the form. */
export function askedRoles(document: Procurement, persons: RolePersons): readonly AskedRole[] {
  const roles: readonly AskedRole[] = [
    ...(needsSelection(document)
      ? [{ argument: 'select_product_id', persons: persons.user_select_product_id }]
      : []),
    { argument: 'send_order_id', persons: persons.user_send_order_id },
  ];
  return roles.filter((role) => needsPersonDialog(role.persons.map((person) => person.id)));
}
