import type { ReactNode } from 'react';
import { LanguageSelect } from '../../../../platform/web/kit/LanguageSelect.tsx';
import { Logo } from '../../../../platform/web/kit/Logo.tsx';
import { usePageTitle } from '../../../../platform/web/kit/PageTitleRow.tsx';
import classes from './LoginFrame.module.css';

export interface LoginFrameProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children?: ReactNode;
  /** Shown inside the card, below a hairline. */
  readonly footer?: ReactNode;
}

/** Frame of all pages before the login: logo, one card, language choice. */
export function LoginFrame({ title, intro, children, footer }: LoginFrameProps): ReactNode {
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <main className={classes.middle}>
        <Logo large />
        <section className={classes.card} aria-labelledby="login-title">
          <div className={classes.body}>
            <h1 id="login-title" className={classes.title}>
              {title}
            </h1>
            {intro === undefined ? null : <p className={classes.intro}>{intro}</p>}
            {children}
          </div>
          {footer ? <div className={classes.footer}>{footer}</div> : null}
        </section>
      </main>
      <footer className={classes.pageFooter}>
        <LanguageSelect />
      </footer>
    </div>
  );
}
