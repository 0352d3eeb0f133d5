import type { Module } from '../../../platform/modules.ts';
import type { DemoContract } from './contracts.ts';
import type { DemoInvoice } from './invoices.ts';
import type { DemoRequest } from './requests.ts';

/** Columns of one table row; other rows are referred to by name. */
export type Columns = Readonly<Record<string, string | number | boolean | null | readonly unknown[]>>;

/** The default persons of steps (RDEF-03), by login name. */
export interface RoleDefaults {
  readonly user_select_product?: string;
  readonly user_send_order?: string;
  readonly user_consignee?: string;
  readonly user_clearing?: string;
  readonly user_invoice_manual_check?: string;
  readonly user_invoice_clearing?: string;
}

export interface DemoPerson {
  /** The part before the @; other rows refer to the person by it. */
  readonly login: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly approval_limit?: string;
  readonly company?: string;
  readonly department?: string;
  readonly cost_center?: string;
}

export interface DemoGroup {
  readonly name: string;
  readonly roles: readonly string[];
  readonly members: readonly string[];
}

export interface DemoCompany {
  readonly columns: Columns & { readonly name: string };
  readonly responsible: string;
  readonly defaults: RoleDefaults;
  readonly addresses: readonly Columns[];
}

export interface DemoDepartment {
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly email: string;
  /** The first one is the department's own company. */
  readonly companies: readonly string[];
  readonly responsible: string;
  readonly approvers: readonly string[];
  readonly costCenters: readonly string[];
  readonly defaults?: RoleDefaults;
}

export interface DemoCostCenter {
  readonly number: string;
  readonly name: string;
  readonly english: string;
  readonly companies: readonly string[];
  readonly approvers: readonly string[];
  /** For the whole year: everything, one ledger account, or all accounts without their own budget. */
  readonly budgets: readonly {
    readonly value: string;
    readonly account?: string;
    readonly not_allocated?: true;
  }[];
}

export interface DemoSupplier {
  readonly columns: Columns & { readonly name: string };
  readonly account: string;
  /** Our customer number, by company. */
  readonly customerNumbers: Readonly<Record<string, string>>;
}

export interface DemoProductGroup {
  readonly name: string;
  readonly english: string;
  readonly description: string;
  readonly selector?: string;
}

/** A marketplace connected to the sandbox. */
export interface DemoMarketplace {
  readonly columns: Columns & { readonly name: string };
  readonly supplier: string;
  /** The product group by prefix of a classification code. */
  readonly groups: Readonly<Record<string, string>>;
}

/** Net price per `price_unit` pieces in euros; the gross price follows from the tax. */
export interface DemoProduct {
  readonly name: string;
  readonly alias?: string;
  readonly item: string;
  readonly group: string;
  readonly supplier: string;
  readonly net: string;
  readonly tax?: string;
  readonly unit: string;
  readonly price_unit?: string;
}

/** The initial data of a tenant. */
export interface DemoTenant {
  readonly columns: Columns & { readonly name: string };
  readonly domain: string;
  /** Modules switched on in addition to the defaults (GEN-11). */
  readonly modules: readonly Module[];
  readonly people: readonly DemoPerson[];
  readonly groups: readonly DemoGroup[];
  readonly companies: readonly DemoCompany[];
  readonly departments: readonly DemoDepartment[];
  readonly costCenters: readonly DemoCostCenter[];
  readonly ledgerAccounts: readonly Columns[];
  readonly postingKeys: readonly Columns[];
  readonly suppliers: readonly DemoSupplier[];
  readonly marketplaces: readonly DemoMarketplace[];
  readonly productGroups: readonly DemoProductGroup[];
  readonly products: readonly DemoProduct[];
  readonly globalDefaults: RoleDefaults;
  readonly contracts: readonly DemoContract[];
  readonly requests: readonly DemoRequest[];
  readonly invoices: readonly DemoInvoice[];
}
