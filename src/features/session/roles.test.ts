import { describe, expect, test } from 'vitest';
import { permissionNumbers } from './roles.ts';

describe('permission numbers', () => {
  test.each([
    [[], ''],
    [['user-can-insert-product', 'user-price', 'user-dashboard'], '3,4,16'],
    [['user-operator'], '2'],
    [['user-admin'], '1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25'],
    [['user-admin', 'user-operator'], '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25'],
    [['something-else'], ''],
  ])('ROLE-01 ROLE-02 AUTH-18 %j: %s', (roles, numbers) => {
    expect(permissionNumbers(roles)).toBe(numbers);
  });
});
