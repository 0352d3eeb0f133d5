import { type ReactNode, useId } from 'react';
import classes from './ProfilePage.module.css';

export interface ProfileSectionProps {
  readonly title: string;
  /** Purpose of the section in one sentence. */
  readonly hint?: string;
  /** Button at the right of the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One section of the profile with its heading. */
export function ProfileSection({ title, hint, action, children }: ProfileSectionProps): ReactNode {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {hint === undefined ? null : <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  );
}
