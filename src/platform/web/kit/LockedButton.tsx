import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './LockedButton.module.css';

export interface LockedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it cannot be pressed yet; null once it can. */
  readonly reason: string | null;
  readonly onClick: () => void;
}

/** A button that shows below itself why it is locked. It keeps the focus, so that the reason is read out as well. */
export function LockedButton({ reason, onClick, children, ...props }: LockedButtonProps): ReactNode {
  const why = useId();
  if (reason === null)
    return (
      <Button {...props} onClick={onClick}>
        {children}
      </Button>
    );
  return (
    <div>
      <Button {...props} data-disabled aria-disabled aria-describedby={why}>
        {children}
      </Button>
      <p id={why} className={classes.reason}>
        {reason}
      </p>
    </div>
  );
}
