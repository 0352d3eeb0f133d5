import type { Guard } from '../../graphql/server/engine.ts';
import { type Module, modules, modulesByDefault } from '../../platform/modules.ts';

/** The tables of each module; those prefixed with the first name are included. */
const heads: Readonly<Partial<Record<Module, readonly string[]>>> = {
  procurement: [
    'procurement',
    'goods_receipt',
    'order_confirmation',
    'order_confirmation_line',
    'order_movement',
    'marketplace',
    'marketplace_product_group',
    'client_marketplace',
    'punchout_cart',
    'punchout_log',
  ],
  invoice: [
    'invoice',
    'mailbox',
    'mailbox_mail',
    'buyer_reference',
    'supplier_hint',
    'client_tax_key',
    'd365_allowed_combination',
    'client_discount_code',
    'client_d365_dimension',
    'client_automatic_export',
    'accounting_connection',
    'accounting_sign_in',
  ],
  contract: ['contract'],
  permissions: ['permission'],
};

/** The module required for rows of a table; undefined for shared tables. */
export function moduleOfTable(table: string): Module | undefined {
  return modules.find((module) => {
    const [head, ...others] = heads[module] ?? [];
    return head !== undefined && (table === head || table.startsWith(`${head}_`) || others.includes(table));
  });
}

/** GEN-10: refuses rows of a switched-off module with `permission_denied`, inside the query. */
export const requireModules: Guard = (tables) => {
  const needed = new Set(tables.map(moduleOfTable).filter((module) => module !== undefined));
  if (needed.size === 0) return undefined;
  const defaults = Object.fromEntries([...needed].sort().map((module) => [module, modulesByDefault[module]]));
  return `(select app.require_modules('${JSON.stringify(defaults)}'))`;
};
