import type { ReactNode } from 'react';
import { LanguageSelect } from '../../../platform/web/kit/LanguageSelect.tsx';
import { Logo } from '../../../platform/web/kit/Logo.tsx';
import { usePageTitle } from '../../../platform/web/kit/PageTitleRow.tsx';
import classes from './ApprovalLink.module.css';

export interface LinkFrameProps {
  readonly title: string;
  /** Shown above the title. */
  readonly number?: string | null;
  /** The person for whom the page is. */
  readonly intro?: string;
  readonly children: ReactNode;
}

/** The frame of a link page, small enough for a phone. */
export function LinkFrame({ title, number, intro, children }: LinkFrameProps): ReactNode {
  usePageTitle([number, title].filter(Boolean).join(' '));
  return (
    <div className={classes.page}>
      <main className={classes.middle}>
        <Logo />
        <section className={classes.card} aria-labelledby="link-title">
          {number ? <p className={classes.number}>{number}</p> : null}
          <h1 id="link-title" className={classes.title}>
            {title}
          </h1>
          {intro === undefined ? null : <p className={classes.intro}>{intro}</p>}
          {children}
        </section>
      </main>
      <footer className={classes.footer}>
        <LanguageSelect />
      </footer>
    </div>
  );
}
