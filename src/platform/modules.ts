/**
 * The modules of the product that a tenant switches on and off with the configuration key `module_{name}` (GEN-10).
 */
export const modules = ['procurement', 'invoice', 'contract', 'permissions', 'multilingualism'] as const;
export type Module = (typeof modules)[number];

/** What a new tenant starts with (GEN-11). */
export const modulesByDefault: Readonly<Record<Module, boolean>> = {
  procurement: true,
  invoice: true,
  contract: false,
  permissions: false,
  multilingualism: false,
};
