import { needsPersonDialog } from '../../../../document/approval/role-defaults.ts';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { Procurement } from '../../model.ts';
import { needsSelection } from '../../planned-steps.ts';
import type { RolePersons } from './role-persons.ts';

/** A role that the submit has to ask about, with its persons, best first. */
export interface AskedRole {
  /** The argument of the command. */
  readonly argument: 'select_product_id' | 'send_order_id';
  readonly persons: readonly Reference[];
}

/** The roles for which the settings name several persons or nobody (RDEF-05). The receiver stands in the form. */
export function askedRoles(document: Procurement, persons: RolePersons): readonly AskedRole[] {
  const roles: readonly AskedRole[] = [
    ...(needsSelection(document)
      ? [{ argument: 'select_product_id' as const, persons: persons.user_select_product_id }]
      : []),
    { argument: 'send_order_id', persons: persons.user_send_order_id },
  ];
  return roles.filter((role) => needsPersonDialog(role.persons.map((person) => person.id)));
}
