import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { chosenApprovers } from '../../document/approval/choice.ts';
import { personsFor } from '../../document/facts.ts';
import { type StepPlan, single, stepsFrom } from '../../document/planned-steps.ts';
import { isAvailable } from '../../timeline/flow.ts';
import type { NewEntry } from '../../timeline/operations.ts';
import { chosenPerson } from '../../timeline/task-actions.ts';
import type { ProcurementSituation } from './facts.ts';
import type { Procurement } from './model.ts';

/** The steps of a purchase request that are planned ahead. */
export type PlannedStep = 'select-product' | 'approval' | 'send-order' | 'delivery';

/** Persons picked in the dialogs of submit and clearing; absent ones are resolved (RDEF). */
export interface ChosenPersons {
  readonly select_product_id?: number | null | undefined;
  readonly send_order_id?: number | null | undefined;
  readonly consignee_id?: number | null | undefined;
}

/** The flow of TL-03 and TL-04. */
const flow: readonly StepPlan<PlannedStep, ProcurementSituation, ChosenPersons>[] = [
  { type: 'select-product', who: selectors },
  { type: 'approval', who: chosenApprovers },
  { type: 'send-order', who: orderSender },
  { type: 'delivery', who: receiver },
];

/** The entries from one step to the end of the flow, with their persons. */
export function plannedSteps(
  from: PlannedStep,
  situation: ProcurementSituation,
  persons: ChosenPersons = {},
): readonly NewEntry[] | Refusal {
  return stepsFrom(flow, from, situation, persons);
}

/** Product selection is skipped when every line has supplier and price, or the creator wants none (PROC-12). */
export function needsSelection({ head, lines }: Pick<Procurement, 'head' | 'lines'>): boolean {
  const isOpen = lines.some((line) => line.supplier_id === null || line.price_netto === null);
  return isOpen && !head.no_product_selection;
}

/** The persons proposed for the step, best first; on submit a dialog opens unless there is exactly one (RDEF-05). */
export function personChoices(
  step: Exclude<PlannedStep, 'approval'>,
  situation: ProcurementSituation,
): readonly number[] {
  if (step === 'select-product') return personsFor(situation, 'user_select_product_id');
  if (step === 'send-order') return personsFor(situation, 'user_send_order_id');
  const { consignee_id } = situation.document.head;
  const isPresent = consignee_id !== null && isAvailable(situation.facts, consignee_id);
  const defaults = personsFor(situation, 'user_consignee_id');
  return isPresent ? [...new Set([consignee_id, ...defaults])] : defaults;
}

/** One selector per product group, in the order of the groups' names; the default one for other lines (RDEF-06). */
function selectors(situation: ProcurementSituation, persons: ChosenPersons): readonly number[] | Refusal {
  const { document, facts } = situation;
  const groupSelectors = document.lines.map((line) => {
    const group = line.product_group_id === null ? null : facts.productGroups.get(line.product_group_id);
    const person = group?.user_select_product_id ?? null;
    return group && person !== null && isAvailable(facts, person) ? { name: group.name, person } : null;
  });
  const ofGroups = groupSelectors
    .filter((selector) => selector !== null)
    .toSorted((left, right) => left.name.localeCompare(right.name, 'de'))
    .map((selector) => selector.person);
  if (ofGroups.length === groupSelectors.length && ofGroups.length > 0) return [...new Set(ofGroups)];
  const choices = personChoices('select-product', situation);
  const other = chosenPerson(facts, persons.select_product_id, choices, 'select_product_id');
  return isRefusal(other) ? other : [...new Set([...ofGroups, other])];
}

function orderSender(situation: ProcurementSituation, persons: ChosenPersons): readonly number[] | Refusal {
  const choices = personChoices('send-order', situation);
  return single(chosenPerson(situation.facts, persons.send_order_id, choices, 'send_order_id'));
}

function receiver(situation: ProcurementSituation, persons: ChosenPersons): readonly number[] | Refusal {
  const choices = personChoices('delivery', situation);
  return single(chosenPerson(situation.facts, persons.consignee_id, choices, 'consignee_id'));
}
