import type { Entity } from '../../entity/entity.ts';
import { ownRoleTemplate } from '../people/own-role-template.ts';
import { permission } from '../people/permission.ts';
import { taskGroup } from '../people/task-group.ts';
import { user } from '../people/user.ts';
import { exportDestination } from '../scheduled-export/destination.ts';
import { webhook } from '../webhook/webhook.ts';
import { allowedCombination } from './allowed-combination.ts';
import { budget } from './budget.ts';
import { buyerReference } from './buyer-reference.ts';
import { client } from './client.ts';
import { costCenter } from './cost-center.ts';
import { department } from './department.ts';
import { financialDimension } from './financial-dimension.ts';
import { ledgerAccount } from './ledger-account.ts';
import { location } from './location.ts';
import { mailbox } from './mailbox.ts';
import { marketplace } from './marketplace.ts';
import { postingKey } from './posting-key.ts';
import { product } from './product.ts';
import { productGroup } from './product-group.ts';
import { profitCenter } from './profit-center.ts';
import { signOnIssuer } from './sign-on-issuer.ts';
import { supplier } from './supplier.ts';
import { taxGroup } from './tax-group.ts';
import { taxItemGroup } from './tax-item-group.ts';

/** All entities that administrators maintain in lists and forms (GEN-09), by table. */
export const entities: ReadonlyMap<string, Entity> = new Map(
  [
    client,
    department,
    costCenter,
    user,
    taskGroup,
    permission,
    ownRoleTemplate,
    supplier,
    product,
    productGroup,
    ledgerAccount,
    postingKey,
    profitCenter,
    taxGroup,
    taxItemGroup,
    financialDimension,
    location,
    buyerReference,
    allowedCombination,
    mailbox,
    marketplace,
    signOnIssuer,
    webhook,
    exportDestination,
  ].map((each): [string, Entity] => [each.table, each]),
);

/** All entities and further tables that have a table view, and files to import (SHEET-19), by table. */
export const sheets: ReadonlyMap<string, Entity> = new Map([...entities, [budget.table, budget]]);
