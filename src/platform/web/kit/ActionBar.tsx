import { Button, Menu } from '@mantine/core';
import { IconAlertCircle, IconChevronUp, IconDots } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferedActions } from '../page-actions.ts';
import classes from './ActionBar.module.css';
import { Hint } from './Hint.tsx';
import { useKeyDown } from './use-key-down.ts';

export interface BarAction {
  readonly key: string;
  readonly label: string;
  /** Next step and person; a second line on the phone, part of the label elsewhere. */
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** The shortcut, if not that of main actions. */
  readonly keys?: string;
  readonly onRun: () => void;
  readonly isPending?: boolean;
  /** Why it is not possible now; disables the action and is shown. */
  readonly refusal?: string | null;
  /** Red: data are lost. */
  readonly isDestructive?: boolean;
}

export interface ActionBarProps {
  /** The one filled button. */
  readonly main?: BarAction | null;
  /** The action next to it, such as "Ablehnen". */
  readonly second?: BarAction | null;
  /** All others, in a menu that opens upwards. */
  readonly others?: readonly BarAction[];
  /** Left: whose turn it is. Replaced by a refusal of the main action, unless there are unsaved changes. */
  readonly children?: ReactNode;
  /** `children` describe unsaved changes, which must be read before saving. */
  readonly isUnsaved?: boolean;
}

/** The sticky bar of a document page: the due action, and the others in a menu. */
export function ActionBar(props: ActionBarProps): ReactNode {
  const { main, second, others = [], children, isUnsaved = false } = props;
  const { t } = useTranslation();
  const why = useId();
  useMainAction(main);
  useOfferedActions([
    ...(main ? [{ ...main, isMain: true }] : []),
    ...[second, ...others].flatMap((action) => action ?? []),
  ]);
  return (
    <footer className={classes.bar} data-tour="action">
      <div className={classes.notice}>
        {main?.refusal && !isUnsaved ? <Refusal text={main.refusal} /> : children}
      </div>
      <div className={classes.buttons}>
        {others.length === 0 ? null : <OtherActions actions={others} />}
        {second ? (
          <Hint label={second.refusal} onFocus>
            <Button
              variant="default"
              className={classes.second}
              {...(second.refusal && {
                'data-disabled': true,
                'aria-disabled': true,
                'aria-describedby': why,
              })}
              loading={second.isPending ?? false}
              onClick={(event) => (second.refusal ? event.preventDefault() : second.onRun())}
            >
              {second.label}
            </Button>
          </Hint>
        ) : null}
        {second?.refusal ? (
          <span id={why} hidden>
            {second.refusal}
          </span>
        ) : null}
        {main ? <MainButton action={main} hint={main.keys ?? t('shell.key.ctrl_enter')} /> : null}
      </div>
    </footer>
  );
}

/** The one filled button in view. */
export function MainButton({
  action,
  hint,
}: {
  readonly action: BarAction;
  readonly hint?: string;
}): ReactNode {
  return (
    <Button
      className={classes.main}
      loading={action.isPending ?? false}
      disabled={Boolean(action.refusal)}
      leftSection={action.icon}
      rightSection={hint === undefined ? undefined : <kbd className={classes.key}>{hint}</kbd>}
      onClick={action.onRun}
    >
      <span>{action.label}</span>
      {action.detail === undefined ? null : <span className={classes.detail}>{action.detail}</span>}
    </Button>
  );
}

/** `Ctrl+Enter` runs the main action, except in a focused comment box, where it sends the comment. */
export function useMainAction(main: BarAction | null | undefined): void {
  useKeyDown((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest('[data-comment-box]')) return;
    if (document.querySelector('[aria-modal="true"]') || !main || main.refusal || main.isPending) return;
    event.preventDefault();
    main.onRun();
  });
}

function Refusal({ text }: { readonly text: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <p className={classes.refusal}>
      <IconAlertCircle size={16} stroke={1.6} aria-hidden />
      <span>
        <strong>{t('shell.not_yet_possible')}</strong> <span>{text}</span>
      </span>
    </p>
  );
}

/** The menu of the other actions. `compact` shows three dots instead of a label. */
export function OtherActions(props: {
  readonly actions: readonly BarAction[];
  readonly compact?: boolean;
  readonly opensDown?: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const dots = <IconDots size={16} stroke={1.6} aria-hidden />;
  return (
    <Menu position={props.opensDown ? 'bottom-end' : 'top-end'} width={260} withinPortal={false}>
      <Menu.Target>
        {props.compact ? (
          <Button variant="default" className={classes.dots} aria-label={t('shell.more_actions')}>
            {dots}
          </Button>
        ) : (
          <Button
            variant="default"
            className={classes.more}
            aria-label={t('shell.more_actions')}
            rightSection={<IconChevronUp size={14} stroke={1.6} className={classes.wide} aria-hidden />}
          >
            <span className={classes.wide}>{t('shell.more_actions')}</span>
            <span className={classes.narrow}>{dots}</span>
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {props.actions.map((action) => (
          <Menu.Item
            key={action.key}
            leftSection={action.icon}
            aria-disabled={action.refusal ? true : undefined}
            className={action.isDestructive ? classes.destructive : undefined}
            data-refused={action.refusal ? true : undefined}
            closeMenuOnClick={!action.refusal}
            onClick={() => (action.refusal ? undefined : action.onRun())}
          >
            {action.label}
            {action.refusal ? <span className={classes.itemReason}>{action.refusal}</span> : null}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
