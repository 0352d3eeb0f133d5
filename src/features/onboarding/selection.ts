import { z } from 'zod';
import type { FieldProblem } from '../../base/refusal.ts';
import type { Row } from '../../entity/entity.ts';
import type { Fields } from '../../entity/field.ts';
import { fieldProblems, normalRow } from '../../entity/problems.ts';
import { client } from '../master-data/client.ts';
import { costCenter } from '../master-data/cost-center.ts';
import { department } from '../master-data/department.ts';
import { user } from '../people/user.ts';
import { type Chart, chartNames } from './chart/chart.ts';

/** Longer than any value may be, so that the rules of the field say what is wrong with it. */
const text = () => z.string().max(1_000);

/** What an administrator enters or selects himself (ONB-02, API-36); each part may come alone, and again. */
export const selectionSchema = z.strictObject({
  company: z
    .strictObject({
      name: text(),
      address: text(),
      zipcode: text(),
      city: text(),
      vat_number: text().nullish(),
    })
    .exactOptional(),
  departments: z
    .array(z.strictObject({ name: text() }))
    .max(200)
    .exactOptional(),
  cost_centers: z
    .array(z.strictObject({ number: text(), name: text(), budget: text().nullish() }))
    .max(500)
    .exactOptional(),
  accounts: z
    .strictObject({
      chart: z.enum(chartNames as [Chart, ...Chart[]]),
      numbers: z.array(z.string().max(9)).max(500),
    })
    .exactOptional(),
  posting_keys: z.array(z.string().max(9)).max(100).exactOptional(),
  people: z
    .array(z.strictObject({ name: text(), email: text(), approves: z.boolean() }))
    .max(200)
    .exactOptional(),
});
export type Selection = z.output<typeof selectionSchema>;
export type SelectedCompany = NonNullable<Selection['company']>;
export type SelectedCostCenter = NonNullable<Selection['cost_centers']>[number];
export type SelectedPerson = NonNullable<Selection['people']>[number];

const budgetValue = costCenter.children.budgets?.fields.value;
const companyFields: Fields = {
  name: client.fields.name,
  address: client.fields.billing_address,
  zipcode: client.fields.billing_zipcode,
  city: client.fields.billing_city,
  vat_number: client.fields.vat_number,
};
const departmentFields: Fields = { name: department.fields.name };
export const costCenterFields: Fields = {
  number: costCenter.fields.number,
  name: costCenter.fields.name,
  ...(budgetValue && { budget: { ...budgetValue, required: false } }),
};
const personFields: Fields = { name: user.fields.name, email: user.fields.email };

/** With every value as it is stored: trimmed, numbers of taxation without blanks. */
export function normalSelection(selection: Selection): Selection {
  const { company, departments, cost_centers, people } = selection;
  return {
    ...selection,
    ...(company && { company: normalRow(companyFields, company as Row) as unknown as SelectedCompany }),
    ...(departments && { departments: departments.map((row) => normalRow(departmentFields, row)) }),
    ...(cost_centers && {
      cost_centers: cost_centers.map(
        (row) => normalRow(costCenterFields, row as Row) as unknown as SelectedCostCenter,
      ),
    }),
    ...(people && { people: people.map((row) => normalRow(personFields, row)) }),
  };
}

/** All that is wrong with a selection (VAL-45), by the rules of master data; a field is named `departments.2.name`. */
export function selectionProblems(selection: Selection): readonly FieldProblem[] {
  const { company, departments = [], cost_centers = [], people = [] } = selection;
  return [
    ...(company ? under('company', fieldProblems(companyFields, company as Row)) : []),
    ...ofRows('departments', departments, departmentFields),
    ...ofRows('cost_centers', cost_centers as readonly Row[], costCenterFields),
    ...ofRows('people', people, personFields),
  ];
}

function ofRows(part: string, rows: readonly Row[], fields: Fields): readonly FieldProblem[] {
  return rows.flatMap((row, place) => under(`${part}.${place}`, fieldProblems(fields, row)));
}

function under(path: string, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.map((problem) => ({ ...problem, field: `${path}.${problem.field}` }));
}
