import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FieldError.module.css';

/** The error below a field. */
export function FieldError({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <span className={classes.error}>
      <IconAlertCircle size={14} stroke={1.6} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
