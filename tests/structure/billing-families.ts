import { billItemKinds, countedKinds } from '../../src/features/billing/bill.ts';
import { sequences } from '../../src/features/billing/direct-debit/collection.ts';
import { sepaSchemes } from '../../src/features/billing/direct-debit/mandate.ts';
import { failureKinds } from '../../src/features/billing/direct-debit/model.ts';
import { debitProblems } from '../../src/features/billing/direct-debit/plan.ts';
import { billingSteps, stepOutcomes } from '../../src/features/billing/next-step.ts';
import { billingProblems, billingStates } from '../../src/features/billing/state.ts';

/** The texts of the billing of tenants, by the ends of their keys. */
export const billingFamilies: Readonly<Record<string, readonly string[]>> = {
  'billing.item.*': billItemKinds,
  'billing.count.*': countedKinds,
  'billing.run.column.*': ['tenant', 'items', 'state', 'net', 'gross'],
  'billing.column.*': ['quantity', 'price', 'net'],
  'billing.state.*': billingStates,
  'billing.problem.*': billingProblems,
  'billing.step.*': billingSteps,
  'billing.outcome.*': stepOutcomes,
  'billing.debits.column.*': ['tenant', 'number', 'day', 'mandate', 'state', 'amount'],
  'billing.debits.failure.*': failureKinds,
  'billing.debits.problem.*': debitProblems.filter((problem) => problem !== 'collected'),
  'billing.debits.sequence.*': sequences,
  'billing.debits.state.*': ['collected', ...failureKinds],
  'billing.mandate.text.*': sepaSchemes,
};
