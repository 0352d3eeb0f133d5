import { languages } from '../../base/language.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { entity, fieldParts, type Row, type TabPart } from '../../entity/entity.ts';
import { ablePeople, choice, reference } from '../../entity/kinds/chosen.ts';
import { email } from '../../entity/kinds/contact.ts';
import { day } from '../../entity/kinds/day.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { decimal, whole } from '../../entity/kinds/number.ts';
import { roles } from '../../entity/kinds/roles.ts';
import { file } from '../../entity/kinds/stored.ts';
import { text } from '../../entity/kinds/text.ts';
import { approvalPriorityRange } from '../../platform/constants.ts';
import { roleNumbers } from '../session/roles.ts';
import { addressColumns, addressFields, checkPhone } from './addresses.ts';
import { roleTemplates } from './role-templates.ts';

const allRoles = Object.keys(roleNumbers);
/** Roles that administrators can grant; the operator role is set by the installation only (ROLE-02). */
export const grantableRoles = allRoles.filter((role) => role !== 'user-operator');

export const grantedRoles = () => roles(grantableRoles, allRoles, roleTemplates, 'role_template');
/** Roles of task groups, without auditor, which is limited to people (ARC-04). */
export const groupRoles = () =>
  roles(
    grantableRoles.filter((role) => role !== 'user-auditor'),
    allRoles,
    roleTemplates,
    'role_template',
  );
/** Rights of an own template, without those that a template cannot hold; it may begin with one of the product. */
export const templateRoles = () =>
  roles(
    grantableRoles.filter((role) => role !== 'user-auditor'),
    allRoles,
    roleTemplates,
  );

/** Additional fields of auditors: company, period, and last day of access (ARC-04). */
const auditorFields = ['auditor_client_id', 'auditor_from', 'auditor_until', 'auditor_ends_on'] as const;

const isAuditorRow = ({ roles: held }: Row): boolean => Array.isArray(held) && held.includes('user-auditor');

/** ARC-04: auditors need all these fields and have no other role; others have none of the fields. */
function checkAuditor(row: Row): readonly FieldProblem[] {
  if (!isAuditorRow(row)) {
    const isLeft = auditorFields.some((name) => row[name] !== null && row[name] !== undefined);
    return isLeft ? [{ field: 'roles', code: 'validation_failed', values: { rule: 'auditor_needed' } }] : [];
  }
  const { roles: held, auditor_from: from, auditor_until: until } = row;
  const isMore = Array.isArray(held) && held.length > 1;
  return [
    ...(isMore ? [{ field: 'roles', code: 'auditor_only' } as const] : []),
    ...auditorFields.flatMap((name): readonly FieldProblem[] =>
      row[name] === null || row[name] === undefined || row[name] === ''
        ? [{ field: name, code: 'field_required' }]
        : [],
    ),
    ...(from && until && String(until) < String(from)
      ? [{ field: 'auditor_until', code: 'validation_failed', values: { rule: 'end_before_start' } } as const]
      : []),
  ];
}

/** Approval limit: positive, or empty for unlimited (VAL-30, ROLE-15). */
export const approvalLimit = (saysEmpty: true | string = true) =>
  decimal({
    decimals: 2,
    max: 999_999_999_999,
    price: true,
    above: 0,
    saysEmpty,
  });

export const approvalPriority = () => whole(approvalPriorityRange);

/** ROLE-08: the dashboard shows amounts and needs the price role. */
export function checkRoles({ roles: held }: Row): readonly FieldProblem[] {
  if (!Array.isArray(held) || !held.includes('user-dashboard')) return [];
  if (held.includes('user-price') || held.includes('user-admin')) return [];
  return [{ field: 'roles', code: 'validation_failed', values: { rule: 'dashboard_needs_price' } }];
}

/** Fields of humans only (AUTH-34). */
const humanFields = ['email', 'approval_limit', 'priority_approval_limit', 'substitute_id'] as const;

const isHumanRow = ({ is_service }: Row): boolean => is_service !== true;

/** People need an address; service accounts have none, and neither limits nor a substitute (AUTH-34). */
function checkService(row: Row): readonly FieldProblem[] {
  if (isHumanRow(row)) return row.email ? [] : [{ field: 'email', code: 'field_required' }];
  const isAuditor = isAuditorRow(row) ? ['roles'] : [];
  const filled = humanFields.filter(
    (name) => row[name] !== null && row[name] !== undefined && row[name] !== '',
  );
  return [...filled, ...isAuditor].map((field) => ({ field, code: 'service_account' }));
}

function checkPerson(row: Row): readonly FieldProblem[] {
  const isBackwards = row.absence_from && row.absence_to && String(row.absence_to) < String(row.absence_from);
  return [
    ...checkRoles(row),
    ...checkAuditor(row),
    ...checkService(row),
    ...(isBackwards
      ? [
          {
            field: 'absence_to',
            code: 'validation_failed',
            values: { rule: 'end_before_start' },
          } as const,
        ]
      : []),
  ];
}

const emptied = (fields: readonly string[]): Row => Object.fromEntries(fields.map((name) => [name, null]));

const ofHumans = (section: string, ...fields: readonly string[]): readonly TabPart[] => [
  { section, when: isHumanRow },
  ...fields.map((field) => ({ field, when: isHumanRow })),
];

/** DATA-10, VAL-30, ADM-06. */
export const user = entity(
  'lb_user',
  {
    name: text({ required: true }),
    email: email({ unique: true }),
    is_service: flag({ fixed: true }),
    lang: choice(languages, { required: true, initial: 'de', wording: 'language' }),
    client_id: reference('client'),
    department_id: reference('department'),
    cost_center_id: reference('cost_center'),
    location_id: reference('location'),
    // Without anything to approve, an empty limit means nothing.
    approval_limit: approvalLimit('approves'),
    priority_approval_limit: approvalPriority(),
    substitute_id: reference('lb_user', { among: { is_group: false, ...ablePeople } }),
    absence_from: day(),
    absence_to: day(),
    roles: grantedRoles(),
    auditor_client_id: reference('client'),
    auditor_from: day(),
    auditor_until: day(),
    auditor_ends_on: day(),
    show_tour: flag({ initial: true }),
    signature_file_id: file('signature'),
    active: flag({ initial: true }),
  },
  {
    leads: ['name', 'email', 'roles', 'client_id', 'department_id', 'cost_center_id', 'approval_limit'],
    route: 'user',
    constants: { is_group: false, is_system: false },
    marks: ['is_service', 'blocked'],
    label: ['name'],
    search: ['name', 'email'],
    list: ['name', 'email', 'client_id', 'department_id', 'approval_limit'],
    check: checkPerson,
    derive: (row, changed) => ({
      ...(changed === 'roles' && !isAuditorRow(row) ? emptied(auditorFields) : {}),
      ...(changed === 'is_service' && !isHumanRow(row) ? emptied(humanFields) : {}),
    }),
    children: {
      user_addresses: {
        table: 'user_address',
        owner: 'lb_user_id',
        fields: { name: text({ required: true }), ...addressFields },
        columns: ['name', ...addressColumns, 'active'],
        order: ['name'],
        check: checkPhone,
      },
    },
    links: {
      permissions: {
        table: 'permission_user',
        own: 'lb_user_id',
        other: 'permission_id',
        to: 'permission',
      },
      task_groups: {
        table: 'task_group_user',
        own: 'lb_user_id',
        other: 'task_group_id',
        to: 'task_group',
      },
    },
    aside: fieldParts('signature_file_id'),
    tabs: [
      {
        name: 'general',
        parts: [
          { hand: 'led-by-directory' },
          { field: 'name', width: 'wide' },
          ...fieldParts('lang'),
          { field: 'email', width: 'wide', when: isHumanRow },
          { field: 'is_service', width: 'full' },
          ...fieldParts('client_id', 'department_id', 'cost_center_id', 'location_id'),
          ...ofHumans('approval', 'approval_limit', 'priority_approval_limit'),
          ...ofHumans('absence', 'absence_from', 'absence_to', 'substitute_id'),
          { field: 'show_tour', width: 'full', when: isHumanRow },
          { field: 'active', width: 'full' },
        ],
      },
      {
        name: 'rights',
        parts: [
          { field: 'roles', width: 'full' },
          { section: 'auditor', hint: true, when: isAuditorRow },
          ...auditorFields.map((field) => ({ field, when: isAuditorRow })),
          { hand: 'user-block' },
          { hand: 'invitation' },
          { hand: 'api-token' },
          { hand: 'service-tokens' },
          { hand: 'auditor-accesses' },
        ],
      },
      { name: 'permissions', module: 'permissions', parts: [{ links: 'permissions' }] },
      { name: 'delivery_addresses', parts: [{ children: 'user_addresses' }] },
      { name: 'task_groups', parts: [{ links: 'task_groups' }] },
      { name: 'passkeys', parts: [{ hand: 'passkeys' }, { hand: 'sign-on-accounts' }] },
      { name: 'sessions', parts: [{ hand: 'sessions' }] },
    ],
  },
);
