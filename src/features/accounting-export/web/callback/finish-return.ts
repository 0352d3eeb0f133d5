import { ApiRefusal } from '../../../../platform/web/failure.ts';
import type { TargetConnection } from '../../../export-target/target.ts';
import {
  type ConnectedSystem,
  connectedSystems,
  connectionOf,
  initialSystem,
} from '../../../export-target/targets.ts';
import { finishSignIn } from '../connections/connection-data.ts';
import { takeReturn } from './sign-in-return.ts';

/** How a sign-in has ended, and the page of the settings that tells more (NAV-22). */
export interface SignInResult {
  readonly tab: TargetConnection['tab'];
  /** Null where nothing has come back that could succeed. */
  readonly success: boolean | null;
  /** What was thrown where it has failed. */
  readonly failure: unknown;
}

let finishing: Promise<SignInResult> | null = null;

/** Completes the connection with what has come back, once however often the page is drawn. */
export function finishReturn(): Promise<SignInResult> {
  finishing ??= finish();
  return finishing;
}

async function finish(): Promise<SignInResult> {
  const back = takeReturn();
  if (back === null) return { tab: connectionOf(initialSystem).tab, success: null, failure: null };
  const { code, state, error } = back;
  const system = systemOfState(state);
  const { tab } = connectionOf(system);
  try {
    if (code === null) throw refusalOf(error);
    await finishSignIn(system, { code, state });
    return { tab, success: true, failure: null };
  } catch (failure) {
    return { tab, success: false, failure };
  }
}

/** Which system a sign-in was at, as its state says before a dash; the server alone knows what belongs to it (NAV-21). */
export function systemOfState(state: string): ConnectedSystem {
  return connectedSystems.find((system) => state.startsWith(`${system}-`)) ?? initialSystem;
}

/** What the provider says instead of a code. */
function refusalOf(error: string | null): ApiRefusal {
  return new ApiRefusal({
    code: error === 'access_denied' ? 'sign_in_declined' : 'sign_in_failed',
    message: '',
  });
}
