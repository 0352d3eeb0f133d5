import { expect, test } from 'vitest';
import type { Row } from '../../../entity/entity.ts';
import { fieldProblems } from '../../../entity/problems.ts';
import { costCenter } from '../../master-data/cost-center.ts';
import { department } from '../../master-data/department.ts';
import { supplier } from '../../master-data/supplier.ts';
import { charts } from '../chart/chart.ts';
import { sampleGroups, sampleSuppliers } from './catalogue.ts';
import { sampleAccounts, sampleCompanies, sampleCostCenters, sampleDepartments } from './companies.ts';
import { sampleInvoices, sampleOrders } from './documents.ts';

const products = sampleGroups.flatMap((group) => group.products);

test('ONB-03 has the specified numbers of records', () => {
  expect({
    ...{ companies: sampleCompanies.length, departments: sampleDepartments.length },
    ...{ costCenters: sampleCostCenters.length, accounts: sampleAccounts.length },
    ...{ suppliers: sampleSuppliers.length, groups: sampleGroups.length, products: products.length },
    ...{ orders: sampleOrders.length, invoices: sampleInvoices.length },
  }).toEqual({
    ...{ companies: 2, departments: 4, costCenters: 6, accounts: 12, suppliers: 8, groups: 5, products: 40 },
    ...{ orders: 3, invoices: 2 },
  });
});

test('ONB-03 every record passes an administrator’s validation', () => {
  for (const { key: _, ...row } of sampleSuppliers) {
    expect(fieldProblems(supplier.fields, { ...row, country: 'DE', state: 'active' }), row.name).toEqual([]);
  }
  for (const { code, name } of sampleDepartments) {
    expect(fieldProblems(department.fields, { code, name: name[0] } as Row), code).toEqual([]);
  }
  for (const { number, name } of sampleCostCenters) {
    expect(fieldProblems(costCenter.fields, { number, name: name[0] } as Row), number).toEqual([]);
  }
});

test('ONB-03 all references within the set exist', () => {
  const items = new Set(products.map(([item]) => item));
  const suppliers = new Set(sampleSuppliers.map(({ key }) => key));
  const numbers = new Set(charts.skr03.map(([number]) => number));
  expect(items.size).toBe(products.length);
  expect(products.filter(([, seller]) => !suppliers.has(seller))).toEqual([]);
  expect(sampleAccounts.filter((number) => !numbers.has(number))).toEqual([]);
  for (const document of [...sampleOrders, ...sampleInvoices]) {
    const codes = sampleCostCenters.find(({ number }) => number === document.costCenter)?.departments;
    expect(codes, document.name[0]).toContain(document.department);
    expect(sampleAccounts).toContain(document.account);
    expect(Object.keys(document.items).filter((item) => !items.has(item))).toEqual([]);
  }
});

test('ONB-03 sample suppliers have reserved mail domains', () => {
  expect(sampleSuppliers.filter(({ email }) => !email.endsWith('.example'))).toEqual([]);
});
