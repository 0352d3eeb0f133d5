import { useState } from 'react';
import { failureText } from '../../platform/web/failure-text.ts';

/** What the other system answered, in words for the person. */
export interface ConnectionResult {
  readonly success: boolean;
  readonly message: string;
}

/** Tests the connection to another system with the edited settings; `result` is null until it answered. */
export function useConnectionTest(ask: () => Promise<ConnectionResult>): {
  readonly test: () => void;
  readonly result: ConnectionResult | null;
  readonly isPending: boolean;
} {
  const [result, setResult] = useState<ConnectionResult | null>(null);
  const [isPending, setPending] = useState(false);
  const test = async (): Promise<void> => {
    setPending(true);
    setResult(null);
    setResult(await ask().catch((failure: unknown) => ({ success: false, message: failureText(failure) })));
    setPending(false);
  };
  return { test: () => void test(), result, isPending };
}
