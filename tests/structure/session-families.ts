import { waitingActs } from '../../src/app/web/offline/waiting.ts';
import { accessKinds } from '../../src/features/auditor/model.ts';
import { pushKinds } from '../../src/features/push/push.ts';
import { runStates } from '../../src/features/scheduled-export/model.ts';
import { rhythms } from '../../src/features/scheduled-export/rhythm.ts';
import { securityKinds } from '../../src/features/security-log/model.ts';
import { logColumns } from '../../src/features/security-log/web/download-log.ts';
import { operatorLogColumns } from '../../src/features/security-log/web/operator-log-data.ts';
import { demoTasks } from '../../src/features/session/demo-person.ts';
import { places } from '../../src/features/session/device.ts';
import { accountNews } from '../../src/features/session/server/account-mail.ts';
import { testOutcomes } from '../../src/features/session/sign-on.ts';
import { deliveryProblems, deliveryStates } from '../../src/features/webhook/webhook.ts';
import { means } from '../../src/platform/context.ts';

/** The texts of logins, sessions and profiles with composed keys. */
export const sessionFamilies: Readonly<Record<string, readonly string[]>> = {
  'auditor.kind.*': accessKinds,
  'demo_login.does.*': demoTasks,
  'login.ended.*': ['account_blocked', 'auditor_ended', 'session_idle', 'sign_on_required'],
  'mail.account.*.subject': accountNews,
  'mail.account.*.text': accountNews,
  'offline.act.*': waitingActs,
  'profile.substitute.*': ['needs_person', 'needs_day', 'wrong_order'],
  'security_log.code.*': [
    'link_used',
    'link_expired',
    'unknown_address',
    'passkey_unknown',
    'passkey_failed',
    'sign_on_failed',
    'sign_on_unreachable',
    'other_organisation',
    'address_unverified',
    'address_unknown',
    'other_account',
    'token_expired',
    'token_ended',
    'token_elsewhere',
    'unknown_link',
    'unknown_token',
    'unknown_session',
    'person',
    'administrator',
    'reuse',
    'shut_out',
    'idle',
    // The states of a change in the register of controls.
    'pending',
    'confirmed',
    'rejected',
    'void',
  ],
  'security_log.column.*': [...new Set([...logColumns, ...operatorLogColumns, 'about', 'where'])],
  'security_log.kind.*': securityKinds,
  'security_log.means.*': means,
  'means.*': means,
  'session.place.*': places,
  'sign_on.test.*': testOutcomes,
  'push.plain.*': pushKinds,
  'push.kind.*': pushKinds,
  'webhook.state.*': deliveryStates,
  'webhook.problem.*': deliveryProblems,
  'scheduled_export.state.*': runStates,
  'scheduled_export.rhythm.*': [...rhythms, 'label'],
  'mail.webhook.*.subject': ['gone', 'given_up', 'owner_gone'],
  'mail.webhook.*.text': ['gone', 'given_up', 'owner_gone'],
};
