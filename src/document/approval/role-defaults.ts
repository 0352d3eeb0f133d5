/** The roles that departments, companies and the configuration assign to persons (RDEF-03, DATA-12). */
export const departmentRoleDefaults = [
  'user_select_product_id',
  'user_send_order_id',
  'user_clearing_id',
  'user_consignee_id',
] as const;

/** The roles of companies and the configuration: departments have no invoice fields (RDEF-03, DATA-14). */
export const roleDefaults = [
  ...departmentRoleDefaults,
  'user_invoice_manual_check_id',
  'user_invoice_clearing_id',
] as const;

export type DepartmentRoleDefault = (typeof departmentRoleDefaults)[number];
export type RoleDefault = (typeof roleDefaults)[number];

export type DepartmentDefaults = Readonly<Partial<Record<DepartmentRoleDefault, number | null>>>;
export type CompanyDefaults = Readonly<Partial<Record<RoleDefault, number | null>>>;

/** The sources of default persons; null if a source does not exist. */
export interface RoleDefaultSources {
  readonly formDepartment: DepartmentDefaults | null;
  readonly creatorDepartment: DepartmentDefaults | null;
  readonly formClient: CompanyDefaults | null;
  readonly creatorClient: CompanyDefaults | null;
  readonly global: CompanyDefaults | null;
}

/**
 * The persons for a role in the order of RDEF-02: department of the form and of the creator, company of the
 * form and of the creator, global default. Empty and unavailable (inactive, blocked) persons and duplicates
 * are left out (RDEF-04). The first one is preselected; an empty list means that the user must choose.
 */
export function resolveRoleDefault(
  role: RoleDefault,
  sources: RoleDefaultSources,
  isAvailable: (lbUserId: number) => boolean,
): readonly number[] {
  const departments = isDepartmentRole(role)
    ? [sources.formDepartment?.[role], sources.creatorDepartment?.[role]]
    : [];
  const companies = [sources.formClient?.[role], sources.creatorClient?.[role], sources.global?.[role]];
  const persons = [...departments, ...companies].filter((person) => person !== null && person !== undefined);
  return [...new Set(persons)].filter(isAvailable);
}

/** A submit asks for the person only with several choices or none (RDEF-05). */
export function needsPersonDialog(choices: readonly number[]): boolean {
  return choices.length !== 1;
}

function isDepartmentRole(role: RoleDefault): role is DepartmentRoleDefault {
  return departmentRoleDefaults.some((candidate) => candidate === role);
}
