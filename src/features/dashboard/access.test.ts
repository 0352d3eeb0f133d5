import { describe, expect, test } from 'vitest';
import { permitDashboard, seesDashboard } from './access.ts';

describe('DASH-01 who sees the dashboard', () => {
  test.each([
    [['user-dashboard', 'user-price'], true],
    [['user-dashboard'], false],
    [['user-price'], false],
    [[], false],
    [['user-admin'], true],
  ])('%j: %s', (roles, sees) => {
    expect(seesDashboard({ roles })).toBe(sees);
    if (sees) permitDashboard({ roles });
    else expect(() => permitDashboard({ roles })).toThrow();
  });
});
