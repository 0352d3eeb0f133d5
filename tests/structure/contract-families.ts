import { calendarDays } from '../../src/features/contract/calendar.ts';
import { decisions, dueReminderTypes, plainDecisions } from '../../src/features/contract/due-reminder.ts';
import {
  contractLineTypes,
  contractPaymentMethods,
  contractTypes,
  letterChannels,
  letterStates,
  noticeForms,
  paymentDirections,
} from '../../src/features/contract/enumerations.ts';
import { contractFields, contractLineFields } from '../../src/features/contract/fields.ts';
import { actionInputs } from '../../src/features/contract/server/commands.ts';
import {
  renewalTypes,
  terminationTargets,
  termTypes,
  termUnits,
} from '../../src/features/contract/term/model.ts';
import { reminderTypes } from '../../src/features/contract/term/reminders.ts';

/** Actions of contracts whose dialogs have texts beyond those of all kinds. */
export const contractDialogs = [
  'to_check',
  'take_over',
  'decline',
  'send_to_clearing',
  'reassign',
  'acknowledge',
  'terminate',
  'send_letter',
  'confirm_termination',
  'correct_receipt',
  'revoke_termination',
  'pause',
  'discard',
  'hold',
  'lift_hold',
] as const;

/** The columns filled by people. */
export const contractColumns = [...Object.keys(contractFields), ...Object.keys(contractLineFields)];

/** Remarks of the product in the timeline of a contract. */
export const contractNotes = [
  'contract_paused',
  'contract_resumed',
  'contract_taken_over',
  'contract_amended',
  ...['ending_proposed', 'ending_confirmed', 'ending_late', 'ending_recipient'],
  'notice_given',
  'notice_withdrawn',
  'notice_confirmed',
  'receipt_corrected',
  ...['letter_ordered', 'letter_uncertain'],
  ...['deadline_missed', 'deadline_missed_amount', 'contract_renewed'],
  ...plainDecisions.map((decision) => `reminder_${decision}`),
] as const;

/** The texts of contracts, by the ends of their keys. */
export const contractFamilies: Readonly<Record<string, readonly string[]>> = {
  'contract.actions.*': Object.keys(actionInputs),
  'contract.bar.*': ['deadline', 'next', 'extended'],
  'contract.calendar.*': Object.keys(calendarDays),
  'contract.choice.decision.*': decisions,
  'contract.choice.failure.*': ['mail_refused', 'interrupted'],
  'contract.choice.notice_form.*': noticeForms,
  'contract.choice.payment_direction.*': paymentDirections,
  'contract.choice.payment_method.*': contractPaymentMethods,
  'contract.choice.renewal_type.*': renewalTypes,
  'contract.choice.term_type.*': termTypes,
  'contract.choice.type.*': [...contractTypes, ...contractLineTypes, ...reminderTypes],
  'contract.due.*': dueReminderTypes,
  'overview.safe.*': ['both', 'email', 'over'],
  'contract.dates.*': ['left', 'left_by_email', 'ago'],
  'contract.letter.channel.*': ['own', ...letterChannels],
  'contract.letter.state.*': letterStates,
  'contract.set.*': reminderTypes,
  'mail.contract_reminder.*.intro': dueReminderTypes,
  'mail.contract_reminder.*.subject': dueReminderTypes,
  'contract.notice_to.*': ['term', ...terminationTargets],
  'contract.period.*': termUnits,
  'contract.renewed.*': ['auto', 'once'],
  'contract.version.of.*': ['lines', 'files'],
  'contract.tab.*': ['contract', 'items', 'related', 'documents', 'terms'],
  'profile.calendar.*': ['renew', 'switch_off'],
  'profile.calendar.*_text': ['renew', 'switch_off'],
  'profile.calendar.*_title': ['renew', 'switch_off'],
};
