import { describe, expect, it } from 'vitest';
import { isTimeZone } from '../../base/day.ts';
import { fieldProblems } from '../../entity/problems.ts';
import { configuration, invoiceSelections, keyFields, settingsTabs, tenantFields } from './settings.ts';
import { settingsOf, settingValue, storedSetting } from './stored-setting.ts';

describe('the declared settings', () => {
  it('SET-01 are on the tabs, each on exactly one', () => {
    expect(configuration.tabs.map(({ name }) => name)).toEqual([...settingsTabs, 'invoice']);
    const placed = configuration.tabs.flatMap(({ parts }) =>
      parts.flatMap((part) => {
        if ('hand' in part) return part.hand === 'invoice-selections' ? invoiceSelections : [];
        return 'field' in part ? [part.field] : [];
      }),
    );
    expect(placed.toSorted()).toEqual(Object.keys({ ...tenantFields, ...keyFields }).toSorted());
  });

  it('SET-03 modules and features are on one tab, together with the export target', () => {
    const parts = configuration.tabs.find(({ name }) => name === 'modules')?.parts ?? [];
    expect(parts.flatMap((part) => ('field' in part ? [part.field] : []))).toEqual([
      ...['module_procurement', 'module_invoice', 'module_contract'],
      ...['module_permissions', 'module_multilingualism'],
      ...['approval_limit_priority', 'insolvency_law_fields', 'invoice_export_target'],
    ]);
  });

  it('SET-02 GEN-11 GEN-14 have the initial values of a new tenant', () => {
    expect(settingsOf([])).toMatchObject({
      module_procurement: true,
      module_invoice: true,
      module_contract: false,
      module_permissions: false,
      module_multilingualism: false,
      invoice_export_target: 'datev',
      timezone: 'Europe/Berlin',
      notification_mail_interval_minutes: 5,
      task_reminder_days: 3,
      timeline_order: 'asc',
      user_clearing_id: null,
      invoice_required_fields: [],
    });
  });

  it('DATA-01 are stored by their model and read back unchanged', () => {
    const cases = [
      ['module_contract', true, { model: 'boolean', value: 'true', lb_user_id: null }],
      ['initial_order_number', 4711, { model: 'number', value: '4711', lb_user_id: null }],
      ['timezone', 'Europe/Vienna', { model: 'string', value: 'Europe/Vienna', lb_user_id: null }],
      ['user_clearing_id', 12, { model: 'lb_user', value: null, lb_user_id: 12 }],
      [
        'invoice_required_fields',
        ['branch_id', 'notes'],
        { model: 'string', value: 'branch_id,notes', lb_user_id: null },
      ],
      ['invoice_required_fields', [], { model: 'string', value: '', lb_user_id: null }],
      ['mail_redirect_to', null, { model: 'string', value: null, lb_user_id: null }],
    ] as const;
    for (const [key, value, stored] of cases) {
      expect(storedSetting(key, value)).toEqual({ key, ...stored });
      expect(settingValue({ key, ...stored })).toEqual(value);
    }
  });

  it.each([
    ['default_decimal_places', 1, 'number_out_of_range'],
    ['default_decimal_places', 4, undefined],
    ['default_decimal_places', 5, 'number_out_of_range'],
    ['initial_order_number', -1, 'number_out_of_range'],
    ['initial_order_number', 1.5, 'invalid_type'],
    ['initial_order_number', 999_999_999, undefined],
    ['initial_order_number', 1_000_000_000, 'number_out_of_range'],
    ['iban', 'DE89 3704 0044 0532 0130 00', undefined],
    ['iban', 'DE89370400440532013001', 'validation_failed'],
    ['invoice_required_fields', ['branch_id', 'iban'], 'validation_failed'],
    ['invoice_required_fields', ['branch_id', 'notes'], undefined],
    ['bic', 'COBADEFFXXX', undefined],
    ['bic', 'COBADEFFX', 'validation_failed'],
    ['timezone', 'Europe/Atlantis', 'validation_failed'],
    ['invoice_export_target', 'sap', 'validation_failed'],
  ])('VAL-39 GEN-12 %s %s', (name, value, code) => {
    const fields = { ...tenantFields, ...keyFields };
    const field = fields[name as keyof typeof fields];
    expect(fieldProblems({ [name]: field }, { [name]: value })[0]?.code).toBe(code);
  });

  it('GEN-14 accept existing time zones only', () => {
    expect(isTimeZone('Europe/Zurich')).toBe(true);
    expect(isTimeZone('Berlin')).toBe(false);
  });
});
