import type { Delivered } from '../delivered.ts';

export interface SampleCompany {
  readonly key: string;
  readonly name: string;
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  /** Name of its delivery location. */
  readonly place: Delivered;
}

/** The sample companies; every department and cost center applies to both. */
export const sampleCompanies: readonly SampleCompany[] = [
  {
    key: 'works',
    name: 'Muster Werke GmbH',
    address: 'Musterstraße 12',
    zipcode: '20095',
    city: 'Hamburg',
    place: ['Wareneingang', 'Goods in'],
  },
  {
    key: 'trade',
    name: 'Muster Handel GmbH',
    address: 'Beispielweg 3',
    zipcode: '28195',
    city: 'Bremen',
    place: ['Lager', 'Warehouse'],
  },
];

export const sampleDepartments: readonly { readonly code: string; readonly name: Delivered }[] = [
  { code: 'GF', name: ['Geschäftsführung', 'Management'] },
  { code: 'VW', name: ['Verwaltung', 'Administration'] },
  { code: 'PR', name: ['Produktion', 'Production'] },
  { code: 'VT', name: ['Vertrieb', 'Sales'] },
];

/** With a budget for the year of creation. */
export const sampleCostCenters: readonly {
  readonly number: string;
  readonly name: Delivered;
  readonly budget: string;
  /** Department codes. */
  readonly departments: readonly string[];
}[] = [
  { number: '1000', name: ['Leitung', 'Management'], budget: '20000', departments: ['GF'] },
  { number: '1100', name: ['Büro und Verwaltung', 'Office'], budget: '35000', departments: ['GF', 'VW'] },
  { number: '1200', name: ['IT', 'IT'], budget: '60000', departments: ['VW', 'PR', 'VT'] },
  { number: '2000', name: ['Fertigung', 'Manufacturing'], budget: '150000', departments: ['PR'] },
  { number: '2100', name: ['Instandhaltung', 'Maintenance'], budget: '40000', departments: ['PR'] },
  { number: '3000', name: ['Vertrieb', 'Sales'], budget: '45000', departments: ['VT'] },
];

/** Account numbers of chart SKR03; names come from the delivered chart. */
export const sampleAccounts: readonly string[] = [
  '420',
  '3000',
  '3400',
  '4250',
  '4600',
  '4660',
  '4800',
  '4806',
  '4855',
  '4930',
  '4945',
  '4980',
];
