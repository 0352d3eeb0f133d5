import { dimensionTypes } from './financial-dimension.ts';

/** By what lines are booked beside their account (DATA-35), as far as it becomes a financial dimension of Dynamics 365. */
export const d365Dimensions = ['cost_center', 'profit_center', ...dimensionTypes] as const;
export type D365Dimension = (typeof d365Dimensions)[number];

/** Under which names Dynamics 365 has them where a company says nothing else. */
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
