import pg from 'pg';
import { expect, test } from 'vitest';
import { refusalOfError } from './http-errors.ts';

test('ARC-04 ERR-14 a read-only transaction is a refusal to an auditor and a fault to everyone else', () => {
  const error = new pg.DatabaseError('cannot execute UPDATE in a read-only transaction', 0, 'error');
  error.code = '25006';
  expect(refusalOfError(error, { roles: ['user-auditor'] }).code).toBe('permission_denied');
  expect(refusalOfError(error, { roles: ['user-admin'] }).code).toBe('unexpected');
  expect(refusalOfError(error).code).toBe('unexpected');
});
