import type { SystemSettings } from '../../../../platform/server/connected-systems.ts';
import type { ConnectedSystem } from '../../../export-target/targets.ts';
import { datevSignIn } from '../../targets/datev/server/sign-in.ts';
import { dynamicsSignIn } from '../../targets/ms365/server/sign-in.ts';
import type { SignInSystem } from './sign-in-system.ts';

const signIns: {
  readonly [System in ConnectedSystem]: (settings: NonNullable<SystemSettings[System]>) => SignInSystem;
} = { datev: datevSignIn, ms365: dynamicsSignIn };

/** Null where the installation is not registered with the system. */
export function signInSystem<System extends ConnectedSystem>(
  system: System,
  settings: SystemSettings,
): SignInSystem | null {
  const own = settings[system];
  return own && signIns[system](own);
}
