import { expect, test } from 'vitest';
import {
  beginShowingImport,
  importsElsewhere,
  rememberedImport,
  rememberImport,
} from './imports-under-way.ts';

const supplier = { table: 'supplier', route: 'supplier' };
const user = { table: 'lb_user', route: 'user' };

test('ADM-20 SHEET-19 an import is found again on every page except the one that shows it, until the person closes it', () => {
  rememberImport(supplier, 7);
  rememberImport(user, 8);
  rememberImport(supplier, 9);
  expect(rememberedImport('supplier')).toBe(9);
  expect(importsElsewhere()).toEqual([
    { ...user, job: 8 },
    { ...supplier, job: 9 },
  ]);
  expect(importsElsewhere()).toBe(importsElsewhere());
  const end = beginShowingImport('supplier');
  expect(importsElsewhere()).toEqual([{ ...user, job: 8 }]);
  end();
  rememberImport(user, null);
  expect(importsElsewhere()).toEqual([{ ...supplier, job: 9 }]);
  rememberImport(supplier, null);
  expect(importsElsewhere()).toEqual([]);
  expect(rememberedImport('supplier')).toBeNull();
});
