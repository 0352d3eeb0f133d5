import type { DemoGroup, DemoPerson } from './demo-tenant.ts';

const antrieb = 'Nordfeld Antriebstechnik GmbH';
const logistik = 'Nordfeld Logistik GmbH';

export const people: readonly DemoPerson[] = [
  {
    login: 'admin',
    name: 'Katrin Voss',
    roles: ['user-admin'],
    company: antrieb,
    department: 'Verwaltung',
    cost_center: '1000',
  },
  {
    login: 'requester',
    name: 'Jonas Petersen',
    roles: [
      'user-price',
      'user-see-own-orders-and-involved',
      'user-see-own-invoices-and-involved',
      'user-see-own-contracts-and-involved',
    ],
    company: antrieb,
    department: 'Produktion',
    cost_center: '2000',
  },
  {
    login: 'selector',
    name: 'Miriam Brandt',
    roles: [
      'user-price',
      'user-see-all-orders-belonging-to-own-company',
      'user-can-insert-product',
      'user-can-insert-supplier',
      'user-see-client-addresses',
    ],
    company: antrieb,
    department: 'Einkauf',
    cost_center: '1200',
  },
  {
    login: 'approver1',
    name: 'Torsten Lüders',
    roles: [
      'user-price',
      'user-see-all-orders-belonging-to-own-department',
      'user-see-own-orders-and-involved',
      'user-see-own-contracts-and-involved',
    ],
    approval_limit: '1000.00',
    company: antrieb,
    department: 'Produktion',
    cost_center: '2000',
  },
  {
    login: 'approver2',
    name: 'Dr. Sabine Krüger',
    roles: [
      'user-price',
      'user-dashboard',
      'user-see-all-orders-belonging-to-own-department',
      'user-see-own-orders-and-involved',
      'user-see-own-contracts-and-involved',
    ],
    approval_limit: '10000.00',
    company: antrieb,
    department: 'Produktion',
    cost_center: '2000',
  },
  {
    login: 'approver3',
    name: 'Henrik Nordmann',
    roles: [
      'user-price',
      'user-dashboard',
      'user-see-all-orders-belonging-to-own-department',
      'user-see-own-orders-and-involved',
      'user-see-own-contracts-and-involved',
    ],
    company: antrieb,
    department: 'Verwaltung',
    cost_center: '1000',
  },
  {
    login: 'buyer',
    name: 'Ina Berg',
    roles: [
      'user-price',
      'user-see-all-orders',
      'user-change-order',
      'user-can-insert-product',
      'user-can-insert-supplier',
      'user-see-client-addresses',
    ],
    company: antrieb,
    department: 'Einkauf',
    cost_center: '1200',
  },
  {
    login: 'receiver',
    name: 'Mehmet Aydın',
    roles: ['user-see-own-orders-and-involved', 'user-see-client-addresses'],
    company: logistik,
    department: 'Lager und Versand',
    cost_center: '4000',
  },
  {
    login: 'accountant',
    name: 'Renate Schulz',
    roles: [
      'user-price',
      'user-dashboard',
      'user-see-all-orders',
      'user-see-all-invoices',
      'user-see-contracts',
      'user-can-change-invoices',
      'user-can-insert-supplier',
      'user-export-invoice',
      'user-see-client-addresses',
    ],
    company: antrieb,
    department: 'Verwaltung',
    cost_center: '1000',
  },
];

export const groups: readonly DemoGroup[] = [{ name: 'Einkauf', roles: ['user-price'], members: ['buyer'] }];
