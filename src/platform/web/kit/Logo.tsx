import type { ReactNode } from 'react';
import classes from './Logo.module.css';

/** The mark and the name of the product. */
export function Logo({ large = false }: { readonly large?: boolean }): ReactNode {
  return (
    <span className={classes.logo} data-large={large || undefined}>
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <rect width="28" height="28" rx="6.5" className={classes.ground} />
        <path d="M10 7v14M19.5 7 11.4 14l8.1 7" className={classes.letter} />
      </svg>
      <span data-wordmark>Kontor</span>
    </span>
  );
}
