import type { ReactNode } from 'react';
import classes from './DocumentNumber.module.css';

/** A number such as PO-001284: a tabular prefix would leave a gap around the hyphen. */
export function DocumentNumber({ number }: { readonly number: string | null | undefined }): ReactNode {
  if (!number) return null;
  const hyphen = number.indexOf('-') + 1;
  return (
    <span className={classes.number}>
      {number.slice(0, hyphen)}
      <span className="tabular">{number.slice(hyphen)}</span>
    </span>
  );
}
