import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { takeReturn } from '../../../../platform/web/sign-in-return.ts';
import type { TargetConnection } from '../../../export-target/target.ts';
import {
  type ConnectedSystem,
  connectedSystems,
  connectionOf,
  initialSystem,
} from '../../../export-target/targets.ts';
import { finishSignIn } from '../connections/connection-data.ts';

/** The result of a sign-in, with the settings page that shows more (NAV-22). */
export interface SignInResult {
  readonly tab: TargetConnection['tab'];
  /** Null where no usable answer came back. */
  readonly success: boolean | null;
  /** The thrown error of a failed sign-in. */
  readonly failure: unknown;
}

let finishing: Promise<SignInResult> | null = null;

/** Completes the connection with the returned answer, once regardless of renders. */
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

/** The system of a sign-in, from the prefix of its state; only the server can check the rest (NAV-21). */
export function systemOfState(state: string): ConnectedSystem {
  return connectedSystems.find((system) => state.startsWith(`${system}-`)) ?? initialSystem;
}

/** The refusal for an error of the provider. */
function refusalOf(error: string | null): ApiRefusal {
  return new ApiRefusal({
    code: error === 'access_denied' ? 'sign_in_declined' : 'sign_in_failed',
    message: '',
  });
}
