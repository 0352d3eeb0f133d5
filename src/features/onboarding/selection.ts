import type { FieldProblem } from '../../base/refusal.ts';
import type { Row } from '../../entity/entity.ts';
import type { Fields } from '../../entity/field.ts';
import { fieldProblems, normalRow } from '../../entity/problems.ts';
import { client } from '../master-data/client.ts';
import { costCenter } from '../master-data/cost-center.ts';
import { department } from '../master-data/department.ts';
import { user } from '../people/user.ts';
import type { Chart } from './chart/chart.ts';

export interface SelectedCompany {
  readonly name: string;
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  readonly vat_number?: string | null | undefined;
}

export interface SelectedCostCenter {
  readonly number: string;
  readonly name: string;
  /** Budget for this year. */
  readonly budget?: string | null | undefined;
}

export interface SelectedPerson {
  readonly name: string;
  readonly email: string;
  readonly approves: boolean;
}

/** An administrator's own selection (ONB-02, API-36); each part may be sent separately and repeatedly. */
export interface Selection {
  readonly company?: SelectedCompany;
  readonly departments?: readonly { readonly name: string }[];
  readonly cost_centers?: readonly SelectedCostCenter[];
  /** Account numbers of a delivered chart. */
  readonly accounts?: { readonly chart: Chart; readonly numbers: readonly string[] };
  /** Numbers of delivered posting keys. */
  readonly posting_keys?: readonly string[];
  readonly people?: readonly SelectedPerson[];
}

const budgetValue = costCenter.children.budgets?.fields.value;
const companyFields: Fields = {
  name: client.fields.name,
  address: client.fields.billing_address,
  zipcode: client.fields.billing_zipcode,
  city: client.fields.billing_city,
  vat_number: client.fields.vat_number,
};
export const departmentFields: Fields = { name: department.fields.name };
export const costCenterFields: Fields = {
  number: costCenter.fields.number,
  name: costCenter.fields.name,
  ...(budgetValue && { budget: { ...budgetValue, required: false } }),
};
/** Only service accounts have no address (AUTH-34). */
const personFields: Fields = { name: user.fields.name, email: { ...user.fields.email, required: true } };

const rowOf = (given: object): Row => given as Row;

function normal<Given extends object>(fields: Fields, given: Given): Given {
  return { ...given, ...normalRow(fields, rowOf(given)) };
}

/** The selection in stored form: trimmed, VAT numbers without blanks. */
export function normalSelection(selection: Selection): Selection {
  const { company, departments, cost_centers, people } = selection;
  return {
    ...selection,
    ...(company && { company: normal(companyFields, company) }),
    ...(departments && { departments: departments.map((row) => normal(departmentFields, row)) }),
    ...(cost_centers && { cost_centers: cost_centers.map((row) => normal(costCenterFields, row)) }),
    ...(people && { people: people.map((row) => normal(personFields, row)) }),
  };
}

/** Problems of a selection (VAL-45), by the rules of master data; fields are named like `departments.2.name`. */
export function selectionProblems(selection: Selection): readonly FieldProblem[] {
  const { company, departments = [], cost_centers = [], people = [] } = selection;
  return [
    ...(company ? under('company', fieldProblems(companyFields, rowOf(company))) : []),
    ...ofRows('departments', departments, departmentFields),
    ...ofRows('cost_centers', cost_centers, costCenterFields),
    ...ofRows('people', people, personFields),
  ];
}

function ofRows(part: string, rows: readonly object[], fields: Fields): readonly FieldProblem[] {
  return rows.flatMap((row, place) => under(`${part}.${place}`, fieldProblems(fields, rowOf(row))));
}

function under(path: string, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.map((problem) => ({ ...problem, field: `${path}.${problem.field}` }));
}
