import { dimensionTypes } from './financial-dimension.ts';

/** The parts of a booking besides the account (DATA-35) that become financial dimensions of Dynamics 365. */
export const d365Dimensions = ['cost_center', 'profit_center', ...dimensionTypes] as const;
export type D365Dimension = (typeof d365Dimensions)[number];

/** The default names of the dimensions in Dynamics 365; a company can set others. */
export const usualDimensionNames: Readonly<Record<D365Dimension, string>> = {
  cost_center: 'CostCenter',
  profit_center: 'ProfitCenter',
  employee: 'Worker',
  d365_department: 'Department',
  branch: 'BusinessUnit',
  vehicle: 'Vehicle',
  sales_channel: 'SalesChannel',
  area: 'Area',
  labor_wert: 'LaborValue',
  project: 'Project',
};
