import { controls } from '../../src/features/control/register.ts';

/** The texts of waiting changes of controls with composed keys. */
export const controlFamilies: Readonly<Record<string, readonly string[]>> = {
  'control_change.column.*': ['what', 'before', 'after', 'proposed', 'decided'],
  'control_change.state.*': ['confirmed', 'rejected', 'void', 'at_once'],
  'control_change.row.*': controls.rows,
  'mail.control_change.*': [
    'pending',
    'confirmed',
    'rejected',
    'subject_waiting',
    'subject_changed',
    'line',
    'line_at_once',
    'line_operator',
    'operator_subject',
    'operator',
    'line_decided',
  ],
  'rights_review.holding.*': ['own', 'group'],
  'control_change.removal.*': [...controls.rows, ...controls.deletion],
};
