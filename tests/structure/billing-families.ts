import { billItemKinds, countedKinds } from '../../src/features/billing/bill.ts';
import { billingSteps, stepOutcomes } from '../../src/features/billing/next-step.ts';
import { billingProblems, billingStates } from '../../src/features/billing/state.ts';

/** The texts of the billing of tenants, by the values that their keys end with. */
export const billingFamilies: Readonly<Record<string, readonly string[]>> = {
  'billing.item.*': billItemKinds,
  'billing.count.*': countedKinds,
  'billing.column.*': ['quantity', 'price', 'net'],
  'billing.state.*': billingStates,
  'billing.problem.*': billingProblems,
  'billing.step.*': billingSteps,
  'billing.outcome.*': stepOutcomes,
};
