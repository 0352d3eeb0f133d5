import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ConnectionResult, useConnectionTest } from './use-connection-test.ts';

interface ConnectionTestProps {
  readonly label: string;
  readonly ask: () => Promise<ConnectionResult>;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** A button that tests the connection to another system with the edited settings, and the answer. */
export function ConnectionTest({ label, ask, children }: ConnectionTestProps): ReactNode {
  const { test, result, isPending } = useConnectionTest(ask);
  return (
    <>
      <div className="buttons">
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.6} aria-hidden />}
          loading={isPending}
          onClick={test}
        >
          {label}
        </Button>
        {children}
      </div>
      <p role="status" className={result?.success === false ? 'problem' : undefined}>
        {result?.message}
      </p>
    </>
  );
}
