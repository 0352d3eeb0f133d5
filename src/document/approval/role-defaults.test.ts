import { describe, expect, it } from 'vitest';
import {
  departmentRoleDefaults,
  needsPersonDialog,
  type RoleDefaultSources,
  resolveRoleDefault,
  roleDefaults,
} from './role-defaults.ts';

const ids: Record<string, number> = { Ina: 1, Hans: 2, Xaver: 3, Yvonne: 4, Gabi: 5, Maria: 6, Olaf: 7 };
const names = Object.keys(ids);
const anybody = () => true;

/** Order placers by name, from: department IT, department HR, company X, company Y, global. */
function orderPlacers(
  [it, hr, x, y, global]: readonly string[],
  isAvailable: (id: number) => boolean = anybody,
): string {
  const filled = (name = '-') => ({ user_send_order_id: ids[name] ?? null });
  const sources: RoleDefaultSources = {
    formDepartment: filled(it),
    creatorDepartment: filled(hr),
    formClient: filled(x),
    creatorClient: filled(y),
    global: filled(global),
  };
  return resolveRoleDefault('user_send_order_id', sources, isAvailable)
    .map((id) => names[id - 1])
    .join(' ');
}

describe('RDEF-07 worked examples', () => {
  it('RDEF-02 uses every source in order', () => {
    expect(orderPlacers(['Ina', 'Hans', 'Xaver', 'Yvonne', 'Gabi'])).toBe('Ina Hans Xaver Yvonne Gabi');
  });

  it('RDEF-04 skips empty sources', () => {
    expect(orderPlacers(['-', 'Hans', 'Xaver', '-', 'Gabi'])).toBe('Hans Xaver Gabi');
  });

  it('RDEF-04 skips blocked persons and drops duplicates', () => {
    const isAvailable = (id: number) => id !== ids.Ina;
    expect(orderPlacers(['Ina', '-', 'Ina', 'Yvonne', 'Yvonne'], isAvailable)).toBe('Yvonne');
  });

  it('RDEF-04 returns nobody if all sources are empty', () => {
    expect(orderPlacers(['-', '-', '-', '-', '-'])).toBe('');
  });
});

describe('the other roles', () => {
  it('RDEF-01 RDEF-03 fills each of the six roles from every source that has it', () => {
    expect(roleDefaults).toEqual([
      'user_select_product_id',
      'user_send_order_id',
      'user_clearing_id',
      'user_consignee_id',
      'user_invoice_manual_check_id',
      'user_invoice_clearing_id',
    ]);
    for (const role of roleDefaults) {
      const sources: RoleDefaultSources = {
        formDepartment: { [role]: 1 },
        creatorDepartment: { [role]: 2 },
        formClient: { [role]: 3 },
        creatorClient: { [role]: 4 },
        global: { [role]: 5 },
      };
      const isOfDepartments = departmentRoleDefaults.some((one) => one === role);
      expect(resolveRoleDefault(role, sources, anybody)).toEqual([
        ...(isOfDepartments ? [1, 2] : []),
        3,
        4,
        5,
      ]);
    }
  });

  it('RDEF-08 takes the manual check from companies and the configuration only', () => {
    const sources: RoleDefaultSources = {
      formDepartment: { user_clearing_id: 1 },
      creatorDepartment: null,
      formClient: { user_invoice_manual_check_id: 6 },
      creatorClient: { user_invoice_manual_check_id: 7 },
      global: { user_invoice_manual_check_id: 5 },
    };
    expect(resolveRoleDefault('user_invoice_manual_check_id', sources, anybody)).toEqual([6, 7, 5]);
  });

  it('RDEF-02 treats missing sources as empty', () => {
    const none = {
      formDepartment: null,
      creatorDepartment: null,
      formClient: null,
      creatorClient: null,
      global: null,
    };
    expect(resolveRoleDefault('user_clearing_id', none, anybody)).toEqual([]);
  });

  it('RDEF-05 opens a dialog only for several choices or none', () => {
    expect([[], [1], [1, 2]].map(needsPersonDialog)).toEqual([true, false, true]);
  });
});
