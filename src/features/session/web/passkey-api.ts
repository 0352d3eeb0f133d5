import { rest, restWithoutLogin } from '../../../platform/web/api.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';

export interface LoginTokens {
  readonly jwt: string;
  readonly refresh_token: string;
}

/** Whether this browser supports passkeys here; they need a secure context. */
export function knowsPasskeys(): boolean {
  return window.isSecureContext && typeof window.PublicKeyCredential === 'function';
}

/**
 * Adds a passkey on this device. Returns false when the person cancels; refuses `passkey_known` when the device has
 * one already (AUTH-11).
 */
export async function addPasskey(): Promise<boolean> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const path = '/api/auth/passkey/register-options';
  const optionsJSON = await rest<Parameters<typeof startRegistration>[0]['optionsJSON']>(path, {
    method: 'POST',
  });
  const credential = await answerOf(() => startRegistration({ optionsJSON }));
  if (credential === null) return false;
  await rest('/api/auth/passkey/register', { method: 'POST', body: { credential } });
  return true;
}

/** Logs in with a passkey that the person chooses. Returns null when they cancel. */
export async function passkeyLogin(): Promise<LoginTokens | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const path = '/api/auth/passkey/login-options';
  const optionsJSON = await restWithoutLogin<Parameters<typeof startAuthentication>[0]['optionsJSON']>(path, {
    method: 'POST',
  });
  const credential = await answerOf(() => startAuthentication({ optionsJSON }));
  if (credential === null) return null;
  return restWithoutLogin('/api/auth/passkey/login', { method: 'POST', body: { credential } });
}

/** The authenticator's answer, or null after cancel or timeout, which are indistinguishable. */
async function answerOf<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (failure) {
    const name = failure instanceof Error ? failure.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    const code = name === 'InvalidStateError' ? 'passkey_known' : 'passkey_failed';
    throw new ApiRefusal({ code, message: '' });
  }
}
