import type { Module } from '../../platform/modules.ts';

/** Groups of manual pages (ONB-07). */
export const manualGroups = [
  'start',
  'purchase',
  'invoices',
  'contracts',
  'figures',
  'administration',
  'integration',
] as const;
export type ManualGroup = (typeof manualGroups)[number];

export interface ManualPage {
  /** Names the file in `manual/LANGUAGE/`, the title `help.page.ID` and the address `/help/ID`. */
  readonly id: string;
  readonly group: ManualGroup;
  /** Module of the page, which is hidden while the module is off (GEN-10). */
  readonly module?: Module;
}

const pages = [
  { id: 'first-steps', group: 'start' },
  { id: 'overview', group: 'start' },
  { id: 'requests', group: 'purchase', module: 'procurement' },
  { id: 'punchout', group: 'purchase', module: 'procurement' },
  { id: 'approval', group: 'purchase' },
  { id: 'ordering', group: 'purchase', module: 'procurement' },
  { id: 'invoice-intake', group: 'invoices', module: 'invoice' },
  { id: 'invoice-checks', group: 'invoices', module: 'invoice' },
  { id: 'accounting', group: 'invoices', module: 'invoice' },
  { id: 'contracts', group: 'contracts', module: 'contract' },
  { id: 'dashboard', group: 'figures' },
  { id: 'month-end', group: 'figures' },
  { id: 'setup', group: 'administration' },
  { id: 'master-data', group: 'administration' },
  { id: 'people', group: 'administration' },
  { id: 'settings', group: 'administration' },
  { id: 'audit', group: 'administration' },
  { id: 'operator', group: 'administration' },
  { id: 'api', group: 'integration' },
] as const satisfies readonly ManualPage[];

export type ManualPageId = (typeof pages)[number]['id'];

/** All manual pages in reading order. */
export const manualPages: readonly (ManualPage & { readonly id: ManualPageId })[] = pages;

export function isManualPage(id: string): id is ManualPageId {
  return manualPages.some((page) => page.id === id);
}

/** Manual pages by beginning of a product address; the first match counts. */
const explained: readonly (readonly [RegExp, ManualPageId])[] = [
  [/^\/procurement\b/, 'requests'],
  [/^\/punchout\b/, 'punchout'],
  [/^\/invoice\/upload\b/, 'invoice-intake'],
  [/^\/invoice\/export\b/, 'accounting'],
  [/^\/invoice\b/, 'invoice-checks'],
  [/^\/contract\b/, 'contracts'],
  [/^\/dashboard\/month-end\b/, 'month-end'],
  [/^\/dashboard\b/, 'dashboard'],
  [/^\/overview\b/, 'overview'],
  [/^\/admin\/(user|task-group|role-template|permission|rights)\b/, 'people'],
  [/^\/(admin\/)?archive\b|^\/admin\/(process-documentation|data-protection)\b/, 'audit'],
  [/^\/onboarding\b/, 'setup'],
  [/^\/admin\/(configuration|invoice|billing)\b/, 'settings'],
  [/^\/admin\b/, 'master-data'],
  [/^\/operator\b/, 'operator'],
];

/** The manual page that explains a product address such as `/invoice/form`. */
export function manualPageOf(path: string): ManualPageId {
  return explained.find(([beginning]) => beginning.test(path))?.[1] ?? 'first-steps';
}
