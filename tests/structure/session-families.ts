import { accessKinds } from '../../src/features/auditor/model.ts';
import { demoTasks } from '../../src/features/session/demo-person.ts';
import { places } from '../../src/features/session/device.ts';

/** The texts of logins, sessions and profiles whose keys are put together. */
export const sessionFamilies: Readonly<Record<string, readonly string[]>> = {
  'auditor.kind.*': accessKinds,
  'demo_login.does.*': demoTasks,
  'login.ended.*': ['account_blocked', 'auditor_ended'],
  'profile.substitute.*': ['needs_person', 'needs_day', 'wrong_order'],
  'session.place.*': places,
};
